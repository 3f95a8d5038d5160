import { existsSync, globSync } from 'node:fs'
import type { OtherEngine } from './driver.ts'
import { launchFirefox } from './firefox.ts'
import { launchWebKit } from './webkit.ts'

/** First of these files that exists. */
const first = (...files: (string | undefined)[]) => files.find((file) => file && existsSync(file))

/** The engines besides Chromium, as packaged by Debian: `apt-get install firefox-esr webkit2gtk-driver xvfb`. */
export const OTHER_ENGINES: readonly OtherEngine[] = [firefox(), webkit()]

function firefox(): OtherEngine {
  const file = first(process.env['FIREFOX_PATH'], '/usr/bin/firefox-esr', '/usr/bin/firefox')
  return { name: 'Firefox', ...(file && { launch: () => launchFirefox(file) }) }
}

function webkit(): OtherEngine {
  const driver = first('/usr/bin/WebKitWebDriver')
  const browser = first(...globSync('/usr/{lib,libexec}/{*/,}webkit2gtk-4*/MiniBrowser'))
  const display = first('/usr/bin/Xvfb')
  const launch = () => launchWebKit({ driver: driver!, browser: browser!, display: display! })
  return { name: 'WebKit', ...(driver && browser && display && { launch }) }
}
