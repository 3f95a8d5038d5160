#!/bin/sh
# After the files are gone. DPKG_ROOT is set where a package is removed from another root, whose kernel is not ours.
set -e
case "$1" in remove | purge) ;; *) exit 0 ;; esac

root=${DPKG_ROOT:-}
profile=/etc/apparmor.d/parley

has() { command -v "$1" >/dev/null 2>&1; }
is_live() { [ -z "$root" ] && ! { has ischroot && ischroot; }; }

# The package copied it there and has to unload it: otherwise the kernel knows it until the next boot.
if [ -e "$root$profile" ]; then
  if is_live && [ -d /sys/kernel/security/apparmor ] && has apparmor_parser; then
    apparmor_parser --remove "$profile" || true
  fi
  rm -f "$root$profile"
fi

if [ -z "$root" ] && has update-desktop-database; then update-desktop-database -q || true; fi
