import { existsSync, globSync } from 'node:fs'
import path from 'node:path'
import {
  type Browser,
  type BrowserContextOptions,
  type Page,
  firefox as playwright,
} from 'playwright'
import { peopleIn, sharedBrowser } from '../chromium.ts'

/** The settings of a visitor's system, which these engines take at their start. */
export interface System
  extends Pick<BrowserContextOptions, 'colorScheme' | 'reducedMotion' | 'forcedColors'> {
  /** The language of the system, as POSIX names it; British English by default, in WebKitGTK only. */
  readonly language?: string
}

/** An engine besides Chromium; `launch` is undefined when it is not installed. */
export interface OtherEngine {
  readonly name: 'Firefox' | 'WebKit'
  launch?(): Promise<Browser>
  /** Starts one on a system with settings of its own. */
  launchOn?(system: System): Promise<Browser>
  /** This worker's browser. */
  shared?(): Promise<Browser>
  /** A new user of it. */
  person?(): Promise<Page>
}

/** First of these files that exists. */
const first = (...files: (string | undefined)[]) => files.find((file) => file && existsSync(file))

/** The engines besides Chromium, as packaged by Debian: `apt-get install firefox-esr webkit2gtk-driver xvfb`. */
export const OTHER_ENGINES: readonly OtherEngine[] = [
  engine('Firefox', 'firefox/program.ts', [
    first(process.env['FIREFOX_PATH'], '/usr/bin/firefox-esr', '/usr/bin/firefox'),
  ]),
  engine('WebKit', 'webkit/program.ts', [
    first('/usr/bin/WebKitWebDriver'),
    first(...globSync('/usr/{lib,libexec}/{*/,}webkit2gtk-4*/MiniBrowser')),
    first('/usr/bin/Xvfb'),
  ]),
]

/** An engine whose program speaks WebDriver BiDi to Playwright, if the files that the program needs are there. */
function engine(
  name: OtherEngine['name'],
  program: string,
  files: readonly (string | undefined)[],
): OtherEngine {
  if (!files.every((file) => file !== undefined)) return { name }
  const launchOn = (system: System) =>
    playwright.launch({
      channel: 'moz-firefox',
      executablePath: process.execPath,
      ignoreDefaultArgs: true,
      args: [path.join(import.meta.dirname, program), JSON.stringify(system), ...files],
    })
  const launch = () => launchOn({})
  const shared = sharedBrowser(launch)
  return { name, launch, launchOn, shared, person: peopleIn(shared).person }
}
