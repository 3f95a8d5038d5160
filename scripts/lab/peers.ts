import type { Row } from './results.ts'

/**
 * Figures of other chats from the same lab, measured in November 2026 in Chromium 156 on another machine: the best
 * (with its name) and the worst of eight to twelve.
 */
const WEIGHT: readonly (readonly [what: string, figure: string, best: string, worst: string])[] = [
  [
    'before the launcher shows, gzip',
    'before the launcher shows, gzip',
    '119 kB (Papercups)',
    '2,511 kB',
  ],
  [
    'until the chat is usable, gzip',
    'until a chat can be used, gzip',
    '111 kB (deep-chat)',
    '2,511 kB',
  ],
  [
    'fetched afterwards, with the chat open, gzip',
    'fetched afterwards, gzip',
    'included above',
    'included above',
  ],
  ['requests of a page before a visitor shows interest', 'requests', '1', '14'],
  ['cookies and storage before that', 'cookies and storage', '0', '3 keys, or 2 cookies'],
  ['script', 'script, 1 ×', '29 ms (deep-chat)', '1,024 ms'],
  ['script, processor slowed 4 ×', 'script, 4 ×', '135 ms (deep-chat)', '7,141 ms'],
  ['blocking time, processor slowed 4 ×', 'blocking time, 4 ×', '96 ms (deep-chat)', '6,796 ms'],
  [
    'from click to typing, without hover',
    'p50, without hover (a tap)',
    'not measured',
    'not measured',
  ],
  [
    'from click to typing, after a hover',
    'p50, after a hover of 150 ms',
    'not measured',
    'not measured',
  ],
]

const CHECKS: readonly (readonly [what: string, title: RegExp, others: string])[] = [
  [
    'strict content security policy',
    /^a strict content security policy/,
    '2 of 8 work, 5 do not appear',
  ],
  ['Trusted Types required', /^Trusted Types/, '5 of 8'],
  ['snippet pasted twice', /^the snippet pasted twice$/, '4 of 8'],
  ['`<body>` replaced', /^its body, by another body$/, '0 of 8'],
  [
    'restyled by the page’s CSS',
    /^everything, in \*/,
    'all: 2 of 11 elements at best, 53 of 53 at worst',
  ],
  ['storage that throws', /^localStorage, sessionStorage/, '6 of 8 without errors'],
  ['reachable by Tab, focus moves in and back', /^by keyboard alone/, '0 of 8 in all respects'],
  ['under `showModal()` of the page', /^a modal dialog: launcher/, '0 of 8 are usable'],
  ['axe', /^light, as the visitor/, '2 of 5 without violations'],
]

/** Compares this run's figures with those of other chats. */
export function comparison(rows: readonly Row[]): string[] {
  const measured = new Map(rows.flatMap(({ figures }) => figures))
  const result = (title: RegExp) => {
    const row = rows.find((one) => title.test(one.title))
    const status = row?.results.Chromium
    const found = row?.figures.find(([what]) => what === 'elements restyled')?.[1]
    return status === 'passed' ? (found ?? 'ok') : status === 'failed' ? '**FAILED**' : 'NOT RUN'
  }
  return [
    '## Compared with others',
    '',
    'The others were measured in November 2026 in Chromium 156 on another machine: times are comparable only as orders of magnitude.',
    '',
    '| measurement | Parley, this run | best of others | worst of others |',
    '|---|---:|---:|---:|',
    ...WEIGHT.map(
      ([what, figure, best, worst]) =>
        `| ${what} | ${measured.get(figure) ?? 'NOT RUN'} | ${best} | ${worst} |`,
    ),
    '',
    '| check, in Chromium | Parley, this run | eight others |',
    '|---|---|---|',
    ...CHECKS.map(([what, title, others]) => `| ${what} | ${result(title)} | ${others} |`),
    '',
  ]
}
