import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { comparison } from './peers.ts'
import { ENGINES, type EngineName, type Results, type Row, rowsOf, versionOf } from './results.ts'

const pictures = path.join(import.meta.dirname, '../../docs/widget-lab')

/** Caption of each picture. */
const CAPTIONS: Readonly<Record<string, string>> = {
  light: 'Light',
  dark: 'Dark',
  phone: 'A phone',
  rtl: 'A right-to-left page',
  'hostile-css':
    'A page whose `*` rule sets everything with `!important`: nothing is left of the page itself',
  'over-a-modal': 'Over a modal dialog of the page',
  'zoom-400': 'Zoomed to 400 %',
  'forced-colours': 'Forced colours',
  print: 'Printed',
}

const WORDS: Readonly<Record<string, string>> = { passed: 'ok', failed: '**FAILED**' }

/** The lab's page: every row with its result in each engine, measurements compared to other chats, and pictures. */
export function pageOf(runs: readonly Results[]): string {
  const rows = rowsOf(runs)
  return [
    '# The hostile-page lab',
    '',
    intro,
    '',
    conditions(runs),
    '',
    '## Summary',
    '',
    summary(rows),
    '',
    ...comparison(rows),
    ...[...new Set(rows.map(({ theme }) => theme))].sort().flatMap((theme) => section(rows, theme)),
    '## Known limitations',
    '',
    limits,
    '',
    '## Filter lists',
    '',
    lists,
    '',
    '## Lighthouse',
    '',
    lighthouse,
    '',
    '## Pictures',
    '',
    gallery(),
    '',
  ].join('\n')
}

const intro = `Hostile things that websites do to a chat widget, and how Parley's widget copes. Each row is a test in \`test/e2e/widget-lab\`: a real
Parley, a website of another origin that is on the assistant's list of websites, a real browser. Unless a row says otherwise, it checks that
the launcher is there, a click opens the chat with the focus in the composer, a question is answered, Escape closes the chat and returns the
focus, the page throws no error, and the console has neither errors nor warnings. The site check reads the pages of four themes (documents, policies, libraries, and what covers the chat), too, and must find what is odd about them and nothing else. \`npm run lab\` runs the rows and writes this page;
\`npm run lab -- -t Firefox\` runs a part of them and keeps the other results.
Debian's Firefox speaks WebDriver BiDi and WebKitGTK WebDriver; \`test/support/engines\` translates both for Playwright, so that every engine runs
the same rows. For what only Chromium's own protocol does, they have a system with other settings (dark, reduced motion, forced colours), a proxy
(3G, a page without https, in WebKitGTK also offline), paper in Firefox, and a window of a phone's size. WebKitGTK's console is not read. A row that
cannot exist in an engine is NOT RUN there, with the reason. \`npm run test:rest\` runs every row in Chromium, and in the other engines one row in
twelve beside the main stories of visitors and operators (\`test/e2e/engines\`).`

const limits = `- A page that shows its own popover before the chat has been opened, or makes the whole page full screen: the newest
  element in the browser's top layer is in front. When it is gone, the bubble is visible again.
- A modal dialog inside a component's shadow tree: neither the page nor the bubble can detect it; the bubble is above the dialog but
  inert until that is closed.
- Firefox does not keep a page in its back/forward cache while the chat is in use there. Its log (\`MOZ_LOG=BFCache:5,SHIPBFCache:5\`) says why: it takes down the page's open requests and locks when the navigation begins (\`Save of … blocked
  because document has request …/api/widget/stream\`, \`… due to having active lock requests\`) and decides by them, 20 ms before the page is told that it is left (\`pagehide\`) and ends its stream. Ended in \`beforeunload\`, the lock no
  longer counts, but the stream does, because an aborted request goes only after the decision. Any page with a live connection is in the same place (the row tries one without Parley). Going back loads the page and the conversation again. While the
  chat is closed, the page is kept.
- The rows of *How it moves* prove on any machine that the compositor runs the animations by itself. How many of its frames come late depends on what else the machine does: with \`PARLEY_LAB_QUIET=1\` the rows fail if
  more than 5 % do, counted from the first frame of each animation.`

function conditions(runs: readonly Results[]): string {
  const engines = ENGINES.map((engine) => {
    const version = versionOf(runs, engine)
    if (!version) return `${engine} NOT RUN: its browser is not installed here`
    return version.startsWith(engine) ? version : `${engine} ${version}`
  })
  const places = new Map<string, number[]>()
  for (const { startTime, machine, testResults } of runs) {
    const place = `${new Date(startTime).toISOString().slice(0, 10)}, ${machine}`
    const took = Math.max(...testResults.map(({ endTime }) => endTime)) - startTime
    places.set(place, [...(places.get(place) ?? []), took])
  }
  const taken = [...places].map(([place, times]) => {
    const seconds = Math.round(times.reduce((sum, time) => sum + time, 0) / 1000)
    return `${place}, ${seconds} s in ${times.length === 1 ? 'all' : `${times.length} runs of a part each`}`
  })
  return `${engines.join('; ')}. ${taken.join('; ')}.`
}

const word = (row: Row, engine: EngineName) => WORDS[row.results[engine] ?? ''] ?? 'NOT RUN'

/** A row's result in an engine, and the reason if there is none. */
function resultOf(row: Row, engine: EngineName): string {
  const because = row.reasons[engine]
  return because ? `NOT RUN: ${because}` : word(row, engine)
}

function summary(rows: readonly Row[]): string {
  const line = (engine: EngineName) => {
    const count = (wanted: string) => rows.filter((row) => word(row, engine) === wanted).length
    return `| ${engine} | ${count('ok')} | ${count('**FAILED**')} | ${count('NOT RUN')} |`
  }
  return ['| engine | ok | failed | not run |', '|---|---:|---:|---:|', ...ENGINES.map(line)].join(
    '\n',
  )
}

function section(rows: readonly Row[], theme: string): string[] {
  const mine = rows.filter((row) => row.theme === theme)
  const cell = (text: string) => text.replaceAll('|', '\\|')
  return [
    `## ${theme}`,
    '',
    `| row | ${ENGINES.join(' | ')} | measured |`,
    '|---|---|---|---|---|',
    ...mine.map((row) => {
      const figures = row.figures.map(([what, figure]) => `${what}: ${figure}`).join('; ')
      const words = ENGINES.map((engine) => resultOf(row, engine)).join(' | ')
      return `| ${cell(row.title)} | ${words} | ${cell(figures)} |`
    }),
    '',
  ]
}

const lists = `In addition to the rule shapes in the tests, the real lists were tried by hand in November 2026: EasyList, EasyPrivacy and the filters
of uBlock Origin 1.67.0 as shipped by Debian (31 October 2025; 119,666 network filters, 39,251 cosmetic ones), matched by
@ghostery/adblocker 2.18.2. 264 requests (every file and endpoint of the widget, from six kinds of host, as first and as third party): 0 blocked;
generic cosmetic filters that match the widget's element, classes or ids: 0. As a control, a tracking pixel was blocked.
Annoyance lists name chats individually; Parley's name is on none of those examined.`

const lighthouse = `Lighthouse 13.5.0 (mobile, simulated throttling) on the demo page with and without the tag, five runs each in turns, on 2026-11-27, nothing else running. Performance
with the tag: 99, 100, 100, 100, 100, without it: 100 in all five. Accessibility, best practices and SEO: 100 in all ten, so no category differs by more than one
point. Total blocking time, median and most: 37 and 121 ms with the tag, 0 and 27 ms without; largest paint 1,045 and 771 ms; layout shift 0 in all;
16,726 B transferred with the tag, 14,367 B without.`

function gallery(): string {
  if (!existsSync(pictures)) return 'None were taken.'
  const names = new Set(readdirSync(pictures))
  return Object.entries(CAPTIONS)
    .map(([name, caption]) =>
      names.has(`${name}.webp`)
        ? `**${caption}**\n\n![${caption.replaceAll('`', '')}](widget-lab/${name}.webp)`
        : `**${caption}**: NOT TAKEN`,
    )
    .join('\n\n')
}
