// A light or a dark page: as the system has it, until the reader chooses.
const makeTheme = () => {
  const setDark = (isDark) => {
    document.documentElement.dataset.theme = isDark ? "dark" : "light";
    byId("theme").setAttribute("aria-pressed", String(isDark));
  };
  const toggleDark = () => setDark(document.documentElement.dataset.theme !== "dark");
  const scheme = matchMedia("(prefers-color-scheme: dark)");
  setDark(scheme.matches);
  scheme.addEventListener("change", () => setDark(scheme.matches));
  return { toggleDark };
};
