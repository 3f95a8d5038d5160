#!/bin/sh
# After the files are there. DPKG_ROOT is set where a package is installed into another root, whose kernel is not ours.
set -e
[ "$1" = configure ] || exit 0

root=${DPKG_ROOT:-}
bundled=/opt/Parley/resources/apparmor-profile
profile=/etc/apparmor.d/parley
helper=$root/opt/Parley/chrome-sandbox

has() { command -v "$1" >/dev/null 2>&1; }
setting() { cat "/proc/sys/$1" 2>/dev/null || true; }
# In a chroot the kernel belongs to the system outside.
is_live() { [ -z "$root" ] && ! { has ischroot && ischroot; }; }

# Ubuntu lets only programs with a profile make user namespaces. An AppArmor before 4.0 (Debian 12, Ubuntu 22.04) does not
# understand the profile and needs none: the dry run tells, so that nothing fails at the next boot.
has_profile=no
if has apparmor_parser && apparmor_parser --skip-kernel-load --skip-cache "$root$bundled" >/dev/null 2>&1; then
  mkdir -p "$root/etc/apparmor.d"
  cp "$root$bundled" "$root$profile"
  chmod 0644 "$root$profile"
  has_profile=yes
  if is_live && [ -d /sys/kernel/security/apparmor ]; then
    apparmor_parser --replace --skip-cache "$profile" || has_profile=no
  fi
fi

# Without user namespaces Chromium builds its sandbox with a helper that belongs to root. Root itself may always make them,
# so that the settings are asked.
if [ -e "$helper" ]; then
  mode=0755
  if [ "$(setting user/max_user_namespaces)" = 0 ]; then mode=4755; fi
  if [ "$(setting kernel/unprivileged_userns_clone)" = 0 ]; then mode=4755; fi
  if [ "$(setting kernel/apparmor_restrict_unprivileged_userns)" = 1 ] && [ "$has_profile" = no ]; then mode=4755; fi
  chmod "$mode" "$helper"
fi

if [ -z "$root" ] && has update-desktop-database; then update-desktop-database -q || true; fi
