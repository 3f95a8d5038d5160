import fc from 'fast-check'
import { render } from 'preact'
import { expect, onTestFinished, test, vi } from 'vitest'
import guide from '../../server/features/platform/lookups/reference/parley-knowledge.json' with {
  type: 'json',
}
import english from '../../widget/locales/en.json' with { type: 'json' }
import { Markdown } from '../../widget/more/markdown.tsx'
import { Words } from '../../widget/more/said.tsx'
import type { View } from '../../widget/view.ts'
import { DISGUISED } from '../support/disguised-links.ts'

/** Everything an answer may be rendered as. */
const SUBSET = new Set(
  'a blockquote button code div em hr li ol p path pre s small span strong svg table tbody td th thead tr ul'.split(
    ' ',
  ),
)
/** Code headers and attributes, which comparing the text ignores. */
const HEAD = /<div class="code-head">.*?<\/div>/g
const ATTRIBUTES = / (target|rel|tabindex|dir|title)="[^"]*"/gi

function draw(text: string, place: HTMLElement = document.createElement('div')): HTMLElement {
  render(<Markdown text={text} view={{ texts: english } as View} />, place)
  return place
}

const html = (text: string) => draw(text).innerHTML.replace(HEAD, '').replace(ATTRIBUTES, '')
const link = (url: string, label: string) => `<a href="${url}">${label}`

test.each([
  ['Plain text', '<p>Plain text</p>'],
  ['Two\nlines', '<p>Two\nlines</p>'],
  ['Two\n\nparagraphs', '<p>Two</p><p>paragraphs</p>'],
  ['# A heading #', '<p><strong>A heading</strong></p>'],
  ['## C# and *F#*', '<p><strong>C# and <em>F#</em></strong></p>'],
  ['# #', '<p><strong></strong></p>'],
  ['# A heading ##  ', '<p><strong>A heading</strong></p>'],
  ['# C#', '<p><strong>C#</strong></p>'],
  ['- ', '<ul><li></li></ul>'],
  ['- one\n- ', '<ul><li>one</li><li></li></ul>'],
  ['#no heading', '<p>#no heading</p>'],
  ['**bold** and __bold__', '<p><strong>bold</strong> and <strong>bold</strong></p>'],
  ['*slanted* and _slanted_', '<p><em>slanted</em> and <em>slanted</em></p>'],
  ['***both***', '<p><strong><em>both</em></strong></p>'],
  ['**bold *and slanted***', '<p><strong>bold <em>and slanted</em></strong></p>'],
  ['~~gone~~', '<p><s>gone</s></p>'],
  ['snake_case_name and 2*3*4', '<p>snake_case_name and 2*3*4</p>'],
  ['2 * 3 * 4', '<p>2 * 3 * 4</p>'],
  ['**not closed', '<p>**not closed</p>'],
  ['Run `npm i` now', '<p>Run <code>npm i</code> now</p>'],
  ['`` a ` b ``', '<p><code>a ` b</code></p>'],
  ['`**not bold**`', '<p><code>**not bold**</code></p>'],
  ['\\*not slanted\\*', '<p>*not slanted*</p>'],
  ['- one\n- two', '<ul><li>one</li><li>two</li></ul>'],
  ['* one\n+ two', '<ul><li>one</li><li>two</li></ul>'],
  ['3. three\n4. four', '<ol start="3"><li>three</li><li>four</li></ol>'],
  ['- one\n  - in it\n- two', '<ul><li>one<ul><li>in it</li></ul></li><li>two</li></ul>'],
  [
    '1. one\n   - in it\n2. two',
    '<ol start="1"><li>one<ul><li>in it</li></ul></li><li>two</li></ol>',
  ],
  ['- one\n  goes on', '<ul><li>one\ngoes on</li></ul>'],
  ['- **a**: b', '<ul><li><strong>a</strong>: b</li></ul>'],
  ['Items:\n- one', '<p>Items:</p><ul><li>one</li></ul>'],
  ['> quoted\n> on', '<blockquote><p>quoted\non</p></blockquote>'],
  ['> - one', '<blockquote><ul><li>one</li></ul></blockquote>'],
  ['---', '<hr>'],
  [
    '```js\nif (a < b) **c**\n```',
    '<div class="code"><pre class="scroll"><code>if (a &lt; b) **c**</code></pre></div>',
  ],
  ['```one``` line', '<p><code>one</code> line</p>'],
  ['```\n```js\n```', '<div class="code"><pre class="scroll"><code>```js</code></pre></div>'],
  ['~~~\n```\n~~~', '<div class="code"><pre class="scroll"><code>```</code></pre></div>'],
  [
    '```\nnever closed',
    '<div class="code"><pre class="scroll"><code>never closed</code></pre></div>',
  ],
  [
    '| a | b |\n|---|:-:|\n| 1 | **2** |',
    '<div class="table scroll"><table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td><strong>2</strong></td></tr></tbody></table></div>',
  ],
  ['a | b', '<p>a | b</p>'],
  ['[us](https://a.example/x)', `<p>${link('https://a.example/x', 'us')}</a></p>`],
  ['[a.example](https://a.example)', `<p>${link('https://a.example', 'a.example')}</a></p>`],
  ['[us](https://a.example "Title")', `<p>${link('https://a.example', 'us')}</a></p>`],
  ['[us](mailto:a@a.example)', `<p>${link('mailto:a@a.example', 'us')}</a></p>`],
  ['[a@a.example](mailto:a@a.example)', `<p>${link('mailto:a@a.example', 'a@a.example')}</a></p>`],
  [
    'https://a.example/b_c_d',
    `<p>${link('https://a.example/b_c_d', 'https://a.example/b_c_d')}</a></p>`,
  ],
  ['![A cat](https://a.example/c.png)', `<p>${link('https://a.example/c.png', 'A cat')}</a></p>`],
])('%j', (text, wanted) => {
  expect(html(text)).toBe(wanted)
})

/** Link texts without an address: they describe the target. */
const isPlain = (label: string) => !/[.@]|\d{3}/.test(label)

test.each(DISGUISED)(
  'L18 an answer’s link to %s with the text %s shows its host',
  (url, label, host) => {
    const text = `[${label}](${url})`
    const place = draw(text)
    const anchor = place.querySelector('a')!
    expect(anchor.title).toBe(host)
    if (isPlain(label)) {
      expect(anchor.textContent).toBe(label)
      return
    }
    expect(anchor.textContent).toBe(`${label} (${host})`)
    expect([anchor.dir, anchor.querySelector('small')!.dir]).toEqual(['auto', 'ltr'])
  },
)

test('L18 a browser without URL.parse shows the host as well', () => {
  vi.stubGlobal('URL', Object.assign(class extends URL {}, { parse: undefined }))
  onTestFinished(() => void vi.unstubAllGlobals())
  const text = '[bank.example](https://evil.example)'
  expect(draw(text).textContent).toBe('bank.example (evil.example)')
})

test.each([
  ['０８００.bank.example', 'https://evil.example', 'evil.example'],
  ['bank。example', 'https://evil.example', 'evil.example'],
  ['0800 123 456', 'tel:+1900555', '+1900555'],
])('L18 %s, which looks like its destination but is not, shows its host', (label, url, target) => {
  expect(draw(`[${label}](${url})`).textContent).toBe(`${label} (${target})`)
})

test('code names its language, can be copied, wraps on request, and scrolls by keyboard', () => {
  const code = draw('```sh\none\n```')
  const buttons = [...code.querySelectorAll('button')]
  const lines = code.querySelector('pre')!
  expect(code.querySelector('.code-head')!.textContent).toBe('sh')
  expect(buttons.map((button) => [button.getAttribute('aria-label'), button.title])).toEqual([
    ['Wrap lines', 'Wrap lines'],
    ['Copy', 'Copy'],
  ])
  expect(lines.tabIndex).toBe(0)
  const isPressed = () => buttons[0]!.getAttribute('aria-pressed')
  expect(isPressed()).toBe('false')
  buttons[0]!.click()
  expect(isPressed()).toBe('true')
  // An answer is drawn again with each of its words.
  draw('```sh\none\ntwo', code)
  expect(lines.textContent).toBe('one\ntwo')
  expect(isPressed()).toBe('true')
  buttons[0]!.click()
  expect(isPressed()).toBe('false')
})

const ATTACKS = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<style>*{display:none}</style>',
  '**<b onclick=alert(1)>x</b>**',
  '| <img src=x> | b |\n|---|---|\n| <script>1</script> | 2 |',
  '- <details open ontoggle=alert(1)>',
  '> <form action=//evil.example><input name=q>',
  '```html\n<script>alert(1)</script>\n```',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java\nscript:alert(1))',
  '[x](\u0001javascript:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '[x](vbscript:x)',
  '[x](blob:https://a.example/1)',
  '[x](//evil.example)',
  '![x](data:image/svg+xml,<svg onload=alert(1)>)',
  '[x]: javascript:alert(1)\n\n[x]',
  '<javascript:alert(1)>',
  '[x](https://a.example" onclick="alert(1))',
  '[x](https://a.example" onclick="alert(1) "t")',
  '[<img src=x onerror=alert(1)>](https://a.example)',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
]

function expectHarmless(place: HTMLElement): void {
  for (const element of place.querySelectorAll('*')) {
    expect(SUBSET).toContain(element.localName)
    for (const { name, value } of element.attributes) {
      expect(name).not.toMatch(/^(on|style|src)/i)
      if (name === 'href') expect(value).toMatch(/^(https?|mailto|tel):/i)
    }
  }
}

test.each(ATTACKS)('%j stays text, or becomes a link that does not mislead', (text) => {
  expectHarmless(draw(text))
})

test('text that cannot be a link is shown as written', () => {
  for (const url of ['javascript:alert(1)', 'data:text/html,x', 'vbscript:x', '//evil.example']) {
    const place = draw(`[x](${url})`)
    expect(place.querySelector('a')).toBeNull()
    expect(place.textContent).toBe(`[x](${url})`)
  }
})

test('any text renders to the supported subset only, and loses no word', () => {
  const piece = fc.constantFrom(
    ...ATTACKS,
    ...[
      '**',
      '*',
      '_',
      '`',
      '```',
      '\n',
      '\n\n',
      '- ',
      '1. ',
      '> ',
      '# ',
      '|',
      '|---|',
      '[',
      '](',
      ')',
      'word',
      ' ',
      'https://a.example',
      '👍',
    ],
  )
  const text = fc.array(fc.oneof({ weight: 4, arbitrary: piece }, fc.string()), { maxLength: 25 })
  fc.assert(
    fc.property(text, (pieces) => {
      const place = draw(pieces.join(''))
      expectHarmless(place)
      // The language of code and the target of a link are not shown.
      if (/```|\]\(/.test(pieces.join(''))) return
      const words = pieces.filter((part) => part === 'word').length
      expect(place.textContent.split('word').length - 1).toBe(words)
    }),
    { numRuns: 300 },
  )
})

const LONG = 100_000
const over = (piece: string) => piece.repeat(Math.ceil(LONG / piece.length)).slice(0, LONG)
/** The same in paragraphs, each as long as the longest that is parsed. */
const inParagraphs = (piece: string) => over(`${over(piece).slice(0, 1990)}\n\n`)
const VIEW = { texts: english } as View

test.each([
  ['bold that never closes', over('**a')],
  ['bold after bold', over('**a** ')],
  ['paragraphs of bold that never closes', inParagraphs('**a')],
  ['paragraphs of stars', inParagraphs('*')],
  ['paragraphs of slants', inParagraphs('*a ')],
  ['paragraphs of brackets', inParagraphs('[')],
  ['paragraphs of links that never close', inParagraphs('[a](https://a')],
  ['paragraphs of backticks', inParagraphs('`a``')],
  ['paragraphs of addresses', inParagraphs('https://a(')],
  ['slants', over('*a')],
  ['underscores', over('_')],
  ['brackets', over('[')],
  ['links that never close', over('[a](https://a.example/')],
  ['pictures', over('![a](')],
  ['backticks', over('`')],
  ['fences', over('```\n')],
  ['growing backticks', Array.from({ length: 440 }, (_, n) => '`'.repeat(n)).join(' ')],
  [
    'a list in a list in a list',
    Array.from({ length: 1000 }, (_, n) => `${' '.repeat(n * 2)}- a`).join('\n'),
  ],
  ['lists on one line', over('- + ')],
  ['quotes in quotes', over('> ')],
  ['quotes of lists', over('> - ')],
  ['pipes', over('|')],
  ['tables', over('|a|b|\n|-|-|\n')],
  ['one wide table', `${over('|a').slice(0, LONG / 2)}\n${over('|-').slice(0, LONG / 2)}`],
  ['dividers', `a|b\n${over('|-')}x`],
  ['dividers of spaces', `a|b\n|${over(' ')}x`],
  ['rules', over('- ')],
  ['rules of spaces', `-${over(' ')}x`],
  ['items', over('- a\n')],
  ['items of nothing', over('-\n- \n')],
  ['spaces', `${over(' ')}a`],
  ['headings', over('# a\n')],
  ['a heading of hashes', `# ${over('#')}a`],
  ['a heading of spaces', `# a${over(' ')}b`],
  ['escapes', over('\\*')],
  ['addresses', over('https://a.example/(')],
  ['one word', over('a')],
  ['empty lines', over('\n')],
])('100 kB of %s parse instantly', (_, text) => {
  Markdown({ text: 'warm', view: VIEW })
  const before = process.threadCpuUsage()
  Markdown({ text, view: VIEW })
  const { user, system } = process.threadCpuUsage(before)
  // It would take half a minute if the time were quadratic in the length; CPU time excludes other load.
  expect((user + system) / 1000).toBeLessThan(1000)
})

test('nesting deeper than anyone reads still renders', () => {
  expect(draw(`${'> '.repeat(1000)}a`).querySelectorAll('blockquote')).toHaveLength(20)
  expect(draw(`${'- + '.repeat(1000)}a`).querySelectorAll('ul')).toHaveLength(20)
})

test('an operator’s reply is Markdown with its pictures in place; a visitor’s message stays text', () => {
  const file = { id: 7, name: 'cat.png', media_type: 'image/png', size: 9, url: '/a/7' }
  const files = [{ ...file, width: 4, height: 3 }]
  const model = { state: {} }
  const view = { texts: english, origin: 'https://parley.example', model } as View
  const text = '**Look:**\n![cat.png](attachment:7)\n![gone](attachment:8)\nNice?'
  const drawn = (author: 'operator' | 'visitor') => {
    const place = document.createElement('div')
    render(<Words view={view} message={{ author, attachments: files }} text={text} />, place)
    return place
  }
  const reply = drawn('operator')
  expect([...reply.children].map(({ tagName }) => tagName)).toEqual(['P', 'A', 'P'])
  expect(reply.querySelector('strong')!.textContent).toBe('Look:')
  expect(reply.querySelector('img')!.src).toBe('https://parley.example/a/7')
  expect(reply.textContent).not.toContain('attachment')
  expect(drawn('visitor').textContent).toBe(text)
})

test.each(guide)('the demo’s guide renders as meant: “$heading”', ({ content }) => {
  const drawn = draw(content)
  const code = [...drawn.querySelectorAll('pre')].map(({ textContent }) => textContent)
  expect(code).toEqual([...content.matchAll(/```\w*\n(.*?)\n```/gs)].map(([, text]) => text))
  for (const part of drawn.querySelectorAll('pre, code, .code-head')) part.remove()
  expect(drawn.textContent).not.toMatch(/[`*#|~\\]|\]\(|^\s*[-+] |curl|<script/m)
})
