# A formula for Homebrew. Untried: it was written without macOS. `packaging/RELEASE.md` says how the checksum gets here.
class Kifu < Formula
  desc "Verifies, scores and draws records of Bargo, Sygo, Ugo, Bamogo and Margo"
  homepage "https://github.com/OWNER/kifu"
  url "https://github.com/OWNER/kifu/archive/refs/tags/v0.1.0.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license any_of: ["MIT", "Apache-2.0"]
  head "https://github.com/OWNER/kifu.git", branch: "main"

  depends_on "rust" => :build

  def install
    system "cargo", "install", *std_cargo_args, "--profile", "dist"
    generate_completions_from_executable(bin/"kifu", "completions")
    system bin/"kifu", "man", "--output", man1
  end

  test do
    (testpath/"game.sgf").write "(;GM[ugo]SZ[3];B[b2];W[b2])"
    assert_match "ugo::occupied", shell_output("#{bin}/kifu validate --format short game.sgf", 1)
  end
end
