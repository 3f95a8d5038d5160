import type { Page } from 'playwright'
import { expect } from 'vitest'
import { lab } from '../../support/lab.ts'
import type { Guest } from '../../support/lab-guest.ts'

/** Every computed style of every element of the widget, including pseudo-elements and the host itself. */
type Styles = Record<string, Record<string, string>>

function stylesOf(page: Page): Promise<Styles> {
  return page.evaluate(() => {
    const found: Styles = {}
    const note = (name: string, style: CSSStyleDeclaration) => {
      found[name] = Object.fromEntries(
        Array.from(style, (property) => [property, style.getPropertyValue(property)]),
      )
    }
    const walk = (parent: Element | ShadowRoot, path: string): void => {
      Array.from(parent.children).forEach((element, index) => {
        const name = `${path} > ${element.localName}${element.className && typeof element.className === 'string' ? `.${element.className}` : ''}[${index}]`
        note(name, getComputedStyle(element))
        for (const pseudo of ['::before', '::after']) {
          const style = getComputedStyle(element, pseudo)
          if (style.content !== 'none') note(name + pseudo, style)
        }
        walk(element, name)
      })
    }
    const host = document.querySelector('parley-chat')!
    note('parley-chat', getComputedStyle(host))
    // The insets of a statically positioned box depend on the length of the page.
    for (const key of Object.keys(found['parley-chat']!))
      if (/^(top|right|bottom|left|inset.*)$/.test(key)) delete found['parley-chat']![key]
    walk(host.shadowRoot!, '')
    return found
  })
}

/** The chat at rest with one answer in it. */
async function styled(guest: Guest): Promise<Styles> {
  await guest.opens()
  await guest.asks()
  await guest.page.mouse.move(5, 5)
  // The greeting and the answer can be copied once they are complete and the last part of the chat has
  // loaded.
  await guest.chat.getByRole('button', { name: 'Copy' }).nth(1).waitFor()
  // A time has one digit more from ten o'clock on.
  await guest.chat.locator('p.note').evaluateAll((notes) => {
    for (const note of notes) note.textContent = '9:41'
  })
  return stylesOf(guest.page)
}

/** Elements that are styled differently from a clean page, and the properties that differ. */
function restyled(clean: Styles, hostile: Styles): string[] {
  expect(Object.keys(hostile)).toEqual(Object.keys(clean))
  return Object.entries(clean).flatMap(([name, style]) => {
    const changed = Object.keys(style).filter((key) => style[key] !== hostile[name]![key])
    return changed.length === 0
      ? []
      : [
          `${name}: ${changed.map((key) => `${key} ${style[key]} → ${hostile[name]![key]}`).slice(0, 6)}`,
        ]
  })
}

const EVERYTHING = `*:not(html, body) {
  letter-spacing: 4px !important; text-transform: uppercase !important;
  color: red !important; background: yellow !important; font: italic 31px/3 cursive !important;
  border: 3px solid lime !important; margin: 9px !important; padding: 9px !important;
  box-sizing: content-box !important; filter: invert(1) !important; transform: rotate(3deg) !important;
  animation: spin 1s infinite !important; transition: all 2s !important; opacity: .5 !important;
  text-align: center !important; direction: rtl !important; visibility: hidden !important;
  word-spacing: 9px !important; text-indent: 20px !important; white-space: nowrap !important;
  cursor: none !important; pointer-events: none !important; user-select: none !important;
  width: 50px !important; height: 50px !important; max-width: 60px !important; position: static !important;
  display: none !important; float: left !important; clip-path: circle(2px) !important;
  content-visibility: hidden !important; contain: strict !important; zoom: 2 !important;
  writing-mode: vertical-rl !important; line-height: 3 !important; quotes: none !important;
}
@keyframes spin { to { rotate: 360deg } }
`

/** Rules from sites, resets and frameworks for the elements that the widget uses. */
const BY_NAME = `
  button, input, textarea, section, div, svg, path, form, p, h2, a, b, span, time, img, ul, li, output
  { all: unset !important; display: none !important }
  dialog, [role=dialog], [role=log] { display: none !important }
  button:hover, :focus, :focus-visible { outline: 9px solid red !important }
  .frame, .head, .log, .message, .bubble, .field, .send, .note, .avatar, .notice, .hidden
  { display: none !important; position: absolute !important; left: -999px !important }
  ::placeholder, ::selection, ::before, ::after { color: lime !important; content: 'x' !important }
`

/** Reserves the same scrollbar gutter on every page. */
const SCROLLS = '<style>html { overflow-y: scroll !important }</style>'

/** The custom property names most common in style sheets, which inherit into shadow trees. */
const PROPERTIES = [
  'accent',
  'bg',
  'fg',
  'text',
  'muted',
  'soft',
  'edge',
  'bad',
  'gap',
  'radius',
  'font',
  'primary',
  'color',
  'border',
  'surface',
  'shadow',
  'top',
  'height',
  'on-accent',
]
  .map((name) => `--${name}: red;`)
  .join(' ')

const AT_THE_ELEMENT = `
  parley-chat, html > parley-chat, :root > *:last-child, html > *:not(head):not(body), *:not(:defined)
  { display: none !important; opacity: 0 !important; visibility: hidden !important; position: static !important;
    transform: translateX(900px) !important; color: red !important; letter-spacing: 5px !important;
    z-index: -1 !important; width: 0 !important; height: 0 !important; overflow: hidden !important;
    pointer-events: none !important; filter: blur(9px) !important; clip-path: circle(0) !important;
    zoom: 3 !important; contain: strict !important; content-visibility: hidden !important;
    direction: rtl !important; font-size: 40px !important; animation: away 1s both !important; }
  @keyframes away { to { opacity: 0; translate: 900px } }
`

lab('What a page’s style sheets say', (row) => {
  const context = { reducedMotion: 'reduce' } as const
  let clean: Styles | undefined

  for (const [title, css, file] of [
    ['everything, in *, as !important', EVERYTHING, 'hostile-css'],
    ['elements and classes by name, as !important', BY_NAME, undefined],
    ['the widget’s own element by name, as !important', AT_THE_ELEMENT, undefined],
    [
      'inherited styles of the document element',
      `html { font: italic 700 40px/3 cursive; letter-spacing: 6px; text-align: center; color: red; word-spacing: 9px; text-transform: uppercase; visibility: visible; cursor: wait; text-indent: 3em; list-style: square; tab-size: 1; hyphens: auto; line-break: anywhere; caret-color: red; accent-color: red; text-shadow: 1px 1px red; -webkit-text-stroke: 1px red; color-scheme: dark }`,
      undefined,
    ],
    ['custom properties of common names', `:root { ${PROPERTIES} }`, undefined],
  ] as const) {
    row(`${title}: no element restyled`, async ({ visit, tag, note, picture, engine }) => {
      clean ??= await styled(await visit({ head: SCROLLS, tag: tag() }, { context }))
      const head = `${SCROLLS}<style>${css}</style>`
      const guest = await visit({ head, tag: tag() }, { context })
      const hostile = await styled(guest)
      if (file) await picture(guest.page, file)
      // In WebKit, `all: initial` leaves the family inherited; neither element has text of its own.
      for (const name of engine === 'WebKit' ? ['parley-chat', ' > x-b[0]'] : [])
        hostile[name]!['font-family'] = clean[name]!['font-family']!
      const found = restyled(clean, hostile)
      note('elements restyled', `${found.length} of ${Object.keys(clean).length}`)
      expect(found, found.slice(0, 8).join('\n')).toEqual([])
      await guest.closes()
    })
  }

  row('the page is not restyled by the widget', async ({ visit, tag }) => {
    const read = (page: Page) =>
      page.evaluate(() =>
        [document.documentElement, document.body, ...document.querySelectorAll('main, h1, p')].map(
          (element) => {
            const style = getComputedStyle(element)
            return Array.from(style, (key) => `${key}:${style.getPropertyValue(key)}`).join(';')
          },
        ),
      )
    const bare = await visit({})
    const guest = await visit({ tag: tag() })
    await guest.opens()
    expect(await read(guest.page)).toEqual(await read(bare.page))
  })

  for (const [title, css] of [
    ['transformed', 'html { transform: translateZ(0) }'],
    ['filtered', 'html { filter: grayscale(1) }'],
    ['contained', 'html { contain: layout paint }'],
    [
      'its own scroller, with the body as high as the page',
      'html { overflow: hidden; height: 100% } body { overflow: auto; height: 100% }',
    ],
    ['without overflow', 'html, body { overflow: hidden }'],
    ['scrolled smoothly', 'html { scroll-behavior: smooth }'],
    ['zoomed by half', 'html { zoom: 1.5 }'],
    ['a grid', 'html { display: grid; place-items: center }'],
    ['a flex container with gaps', 'html { display: flex; gap: 40px } html > * { flex: 1 }'],
  ] as const) {
    row(
      `the document element is ${title}: launcher and chat are in place`,
      async ({ visit, tag, engine, skipUnless }) => {
        skipUnless(
          engine !== 'WebKit' || !css.includes('zoom'),
          'it measures a zoomed page in pixels that Playwright does not expect',
        )
        const guest = await visit({ head: `<style>${css}</style>`, tag: tag() }, { context })
        const { page, launcher, chat } = guest
        await launcher.waitFor()
        await page.evaluate(() => scrollTo(0, 400))
        const place = await guest.placeOf(launcher)
        expect(place.fromRight).toBeLessThan(50)
        expect(place.fromBottom).toBeLessThan(50)
        await guest.opens()
        await guest.placeOf(chat)
        await guest.closes()
      },
    )
  }

  row(
    'elements with the maximum z-index: the launcher is above those that preceded it',
    async ({ visit, tag }) => {
      const body =
        '<div style="position:fixed;inset:auto 0 0 0;height:300px;background:gold;z-index:2147483647">Sale!</div>'
      await (await visit({ body, tag: tag() })).chats()
    },
  )
})
