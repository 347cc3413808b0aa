// A light or a dark page: as the system has it, until the reader chooses. `key` is where the browser keeps the choice.
const makeTheme = (key) => {
  const kept = () => {
    try {
      return key ? localStorage.getItem(key) : null;
    } catch {
      return null;
    }
  };
  const setDark = (isDark) => {
    document.documentElement.dataset.theme = isDark ? "dark" : "light";
    byId("theme").setAttribute("aria-pressed", String(isDark));
  };
  const toggleDark = () => {
    const isDark = document.documentElement.dataset.theme !== "dark";
    setDark(isDark);
    try {
      if (key) localStorage.setItem(key, isDark ? "dark" : "light");
    } catch {
      // It is only forgotten.
    }
  };
  const scheme = matchMedia("(prefers-color-scheme: dark)");
  const follow = () => setDark(kept() ? kept() === "dark" : scheme.matches);
  follow();
  scheme.addEventListener("change", follow);
  return { toggleDark };
};
