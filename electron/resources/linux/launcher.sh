#!/bin/sh
# Starts Parley. Where the system lets it build no sandbox Chromium would abort with words that help nobody; this says what to do.
set -u

here=$(dirname "$(readlink -f "$0")")
program=$here/parley-bin
helper=$here/chrome-sandbox

start() { exec "$program" "$@"; }

setting() { cat "/proc/sys/$1" 2>/dev/null || true; }

# Chromium builds its sandbox from user namespaces, or else with a helper that belongs to root.
can_sandbox() {
  if [ -u "$helper" ] && [ "$(stat -c %u "$helper")" = 0 ]; then return 0; fi
  if [ "$(setting user/max_user_namespaces)" = 0 ]; then return 1; fi
  if [ "$(setting kernel/unprivileged_userns_clone)" = 0 ]; then return 1; fi
  if [ "$(setting kernel/apparmor_restrict_unprivileged_userns)" = 1 ]; then
    grep -qsF -- "$program" /etc/apparmor.d/* 2>/dev/null
    return
  fi
}

# On standard error, and in a window where no terminal shows that.
say() {
  printf '%s\n' "$1" >&2
  if [ -t 2 ] || [ -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then return; fi
  if command -v zenity >/dev/null; then zenity --error --no-markup --title=Parley --text="$1"
  elif command -v kdialog >/dev/null; then kdialog --title Parley --error "$1"
  elif command -v xmessage >/dev/null; then xmessage "$1"
  fi
}

# The AppImage's own start has decided already (AppRun).
if [ "$here" = "${APPDIR:-}" ]; then start "$@"; fi
for argument in "$@"; do
  if [ "$argument" = --no-sandbox ]; then start "$@"; fi
done

if [ "$(id -u)" = 0 ]; then
  say 'Parley does not run as root: its sandbox needs an ordinary user.'
  exit 1
fi
if ! can_sandbox; then
  say "Parley cannot start, because this system lets it build no sandbox around its pages.

Install the Debian package (.deb), which may, or allow it for this folder, as root:

  chown root:root '$helper'
  chmod 4755 '$helper'

and start Parley again."
  exit 1
fi
start "$@"
