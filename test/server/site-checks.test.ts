import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { checkSite } from '#contracts/site-checks.ts'
import { pageMarkup } from '../../server/features/knowledge/reader/page-markup.ts'
import { hexOf } from '../../server/features/site-checks/colors.ts'
import { findingsOf } from '../../server/features/site-checks/findings.ts'
import type { SiteChat } from '../../server/features/site-checks/page.ts'
import { HELD_PAGES } from '../support/checked-pages/held-pages.ts'
import { type CheckedPage, framed } from '../support/checked-pages/page.ts'
import { PAGES } from '../support/checked-pages/pages.ts'
import { allowing, startServer } from '../support/server.ts'
import { startWebsite } from '../support/website.ts'

/* `sweeps/site-checks.test.ts` serves the same pages over HTTP. */

const UUID = '0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d'
const PARLEY = 'https://chat.example.com'
const SITE = 'https://www.example.com'
const HASH = 'sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC'
/** The first 12 hex digits of that hash. */
const RELEASE = Buffer.from(HASH.slice(7), 'base64').toString('hex').slice(0, 12)
const TAG = `<script src="${PARLEY}/widget.js" data-assistant="${UUID}" async></script>`

const CHAT: SiteChat = {
  uuid: UUID,
  origin: PARLEY,
  snippet: TAG,
  pinned: {
    url: `${PARLEY}/widget/widget-${RELEASE}.js`,
    integrity: HASH,
    tag: `<script src="${PARLEY}/widget/widget-${RELEASE}.js" integrity="${HASH}" crossorigin="anonymous" data-assistant="${UUID}" async></script>`,
  },
  allowed_origins: [SITE],
  isActive: true,
  trustsLoopback: false,
  hasCalls: true,
}

interface Read {
  readonly url?: string
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly chat?: Partial<SiteChat>
  readonly manifest?: string
  readonly sheets?: readonly string[]
  readonly asked?: string
}

function findings(html: string, { url = `${SITE}/`, asked = url, chat, ...rest }: Read = {}) {
  const filled = (text: string) =>
    text
      .replaceAll('TAG', TAG)
      .replaceAll('PARLEY', PARLEY)
      .replaceAll('SOCKET', PARLEY.replace('https', 'wss'))
      .replaceAll('UUID', UUID)
  const { status = 200, headers = {}, manifest, sheets = [] } = rest
  const sent = Object.entries(headers).map(([name, value]) => [name, filled(value)])
  return findingsOf(
    {
      asked,
      url,
      status,
      headers: { 'content-type': 'text/html', ...Object.fromEntries(sent) },
      isCut: false,
      markup: pageMarkup(filled(html)),
      manifest,
      sheets,
    },
    { ...CHAT, ...chat },
  )
}

const codes = (html: string, read?: Read): string[] =>
  findings(html, read)
    .found.map(({ code }) => code)
    .sort()

/** Text to paste for a finding. */
const pasteOf = (code: string, html: string, read?: Read): string | undefined =>
  findings(html, read).found.find((one) => one.code === code)?.paste

const csp = (text: string): Read => ({ headers: { 'content-security-policy': text } })

function finds({ html, headers, status, movedTo, finds }: CheckedPage): void {
  const url = SITE + (movedTo ?? '/')
  expect(
    codes(html, { url, asked: `${SITE}/`, ...(headers && { headers }), ...(status && { status }) }),
  ).toEqual([...finds].sort())
}

test.each(PAGES.map((page) => [page.name, page] as const))('%s', (_, page) => finds(page))

test.each(HELD_PAGES.map((page) => [page.name, page] as const))('held: %s', (_, page) =>
  finds(page),
)

test('the lines for a policy keep what it allows, and add only what is missing', () => {
  const page = framed('TAG')
  expect(pasteOf('csp_blocks_chat', page, csp("script-src 'self' cdn.example.com"))).toBe(
    `script-src 'self' cdn.example.com ${PARLEY};`,
  )
  expect(pasteOf('csp_blocks_chat', page, csp("Default-Src 'self' data:"))).toBe(
    [
      `script-src 'self' data: ${PARLEY};`,
      `connect-src 'self' data: ${PARLEY} wss://chat.example.com;`,
      `img-src 'self' data: ${PARLEY};`,
    ].join('\n'),
  )
  expect(
    pasteOf('csp_blocks_chat', page, csp("default-src 'none'; script-src-elem 'none'; img-src *")),
  ).toBe(`script-src-elem ${PARLEY};\nconnect-src ${PARLEY} wss://chat.example.com;`)
  expect(pasteOf('csp_blocks_extras', page, csp(`connect-src ${PARLEY}`))).toBe(
    `connect-src ${PARLEY} wss://chat.example.com;`,
  )
  const withoutCalls = { ...csp(`connect-src ${PARLEY}`), chat: { hasCalls: false } }
  expect(codes(page, withoutCalls)).toEqual([])
  expect(pasteOf('csp_blocks_chat', page, { ...withoutCalls, ...csp("connect-src 'self'") })).toBe(
    `connect-src 'self' ${PARLEY};`,
  )
  expect(pasteOf('csp_sandbox', page, csp('sandbox allow-forms'))).toBe(
    'sandbox allow-forms allow-scripts allow-same-origin;',
  )
})

test.each([
  ["'self'", false],
  ["'none'", false],
  ['*', true],
  ['https:', true],
  ['http:', true],
  ['*.example.com', true],
  ['*.chat.example.com', false],
  ['chat.example.com', true],
  ['CHAT.EXAMPLE.COM:443', true],
  ['chat.example.com:*', true],
  ['chat.example.com:8443', false],
  ['http://chat.example.com', true],
  ['https://chat.example.com/', true],
  ['https://chat.example.com/widget.js', false],
  ['ws://chat.example.com', true],
  ["'unsafe-inline'", false],
  ['example.com', false],
])('a policy with the source %s allows the script: %s', (source, isAllowed) => {
  const found = codes(framed('TAG'), csp(`script-src ${source}; connect-src *`))
  expect(found).toEqual(isAllowed ? [] : ['csp_blocks_chat'])
})

test('a strict policy is met by the tag itself: with the nonce, or inserted by a script with a hash', () => {
  const nonce = csp("script-src 'nonce-abc' 'strict-dynamic' https:")
  expect(pasteOf('csp_needs_nonce', framed('TAG'), nonce)).toBe(
    TAG.replace('<script ', '<script nonce="YOUR-NONCE" '),
  )
  const hashes = csp("script-src 'sha256-AAAA' 'strict-dynamic'")
  const paste = pasteOf('csp_needs_hash', framed('TAG'), hashes)!
  const [policy = '', script = ''] = paste.split(';\n\n')
  expect(policy).toMatch(/^script-src 'sha256-AAAA' 'strict-dynamic' 'sha256-[\w+/]{43}='$/)
  expect(codes(framed(script), csp(policy))).toEqual([])
  // The hash of the tag itself allows the launcher, but not what it imports.
  const pinned = csp(`script-src '${HASH}' 'strict-dynamic'`)
  expect(codes(framed(CHAT.pinned!.tag), pinned)).toEqual(['csp_needs_hash'])
})

test('what is to be pasted leaves nothing to find but the socket’s own scheme', () => {
  for (const policy of [
    "default-src 'self'",
    "default-src 'none'; script-src 'self'",
    "script-src 'sha256-AAAA'; connect-src 'none'",
  ]) {
    const paste = pasteOf('csp_blocks_chat', framed('TAG'), csp(policy))!
    const names = paste.split('\n').map((line) => line.split(' ')[0])
    const kept = policy.split('; ').filter((line) => !names.includes(line.split(' ')[0]))
    expect(codes(framed('TAG'), csp([...kept, paste].join(';')))).toEqual([])
  }
})

test('a page that Parley cannot serve: without https, on this machine, or in a network', () => {
  const at = (origin: string, url: string) =>
    codes(framed(SHOWN(origin)), { url, chat: { origin, allowed_origins: [new URL(url).origin] } })
  const SHOWN = (origin: string) =>
    `<script src="${origin}/widget.js" data-assistant="${UUID}" async></script>`
  expect(at('http://chat.example.com', 'https://www.example.com/')).toEqual([
    'parley_insecure',
    'tag_insecure',
  ])
  expect(at('http://127.0.0.1:4317', 'https://www.example.com/')).toEqual([
    'parley_on_this_machine',
  ])
  expect(at('https://192.168.1.4', 'http://www.example.com/')).toEqual(['parley_on_network'])
  expect(at('http://127.0.0.1:4317', 'http://localhost:8080/')).toEqual([])
})

test('a website that is not listed, and one on this machine of a Parley without a public address', () => {
  const page = framed('TAG')
  expect(findings(page, { url: 'https://shop.example.com/a' }).found).toEqual([
    {
      code: 'site_not_listed',
      seen: 'https://shop.example.com',
      paste: 'https://shop.example.com',
    },
  ])
  expect(codes(page, { url: `${PARLEY}/demo` })).toEqual([])
  const local = { url: 'http://localhost:3000/', chat: { trustsLoopback: true } }
  expect(codes(page, local)).toEqual([])
})

test('a policy that lists hosts blocks an inline script that inserts the chat, unless its hash is listed', () => {
  const hosts = csp(`script-src 'self' ${PARLEY}`)
  const strict = pasteOf('csp_needs_hash', framed('TAG'), csp("script-src 'strict-dynamic'"))!
  const inline = /<script>[\s\S]*<\/script>/.exec(strict)![0]
  const lines = pasteOf('csp_blocks_chat', framed(inline), hosts)!
  expect(lines).toMatch(new RegExp(`^script-src 'self' ${PARLEY} 'sha256-`))
  expect(codes(framed(inline), csp(lines))).toEqual([])
  expect(codes(framed(inline), csp(`script-src 'unsafe-inline' ${PARLEY}`))).toEqual([])
})

test('a pinned tag: current, of an earlier version, or with the hash of the evergreen file', () => {
  const { tag } = CHAT.pinned!
  expect(codes(framed(tag))).toEqual([])
  const old = `sha384-${Buffer.alloc(48, 7).toString('base64')}`
  const name = Buffer.alloc(6, 7).toString('hex')
  const earlier = tag.replace(RELEASE, name).replace(HASH, old)
  expect(pasteOf('tag_old', framed(earlier))).toBe(tag)
  expect(codes(framed(earlier))).toEqual(['tag_old'])
  const evergreen = tag.replace(`widget/widget-${RELEASE}.js`, 'widget.js')
  expect(codes(framed(evergreen))).toEqual(['tag_integrity_evergreen'])
})

test('calls need the microphone, which a page may keep from itself', () => {
  const read = (policy: string, hasCalls = true): Read => ({
    headers: { 'permissions-policy': policy },
    chat: { hasCalls },
  })
  const page = framed('TAG')
  expect(codes(page, read('camera=(), microphone=()'))).toEqual(['microphone_forbidden'])
  expect(
    pasteOf('microphone_forbidden', page, read('microphone=("https://meet.example.com")')),
  ).toBe('microphone=(self "https://meet.example.com")')
  expect(codes(page, read('microphone=(self)'))).toEqual([])
  expect(codes(page, read('microphone=()', false))).toEqual([])
})

test('colours come from the head, the manifest and variables; white, grey and black are none', () => {
  const head =
    '<meta name="theme-color" content="#FFF"><meta name="theme-color" content="#1d4ed8" media="(prefers-color-scheme: dark)"><style>:root{--text:#222;--color-brand:#be185d;--primary:rgb(12 107 100)}</style>'
  const { colors } = findings(framed('TAG', head), { manifest: '{"theme_color":"#c2410c"}' })
  expect(colors).toEqual([
    { color: '#1d4ed8', source: 'theme-color' },
    { color: '#c2410c', source: 'manifest' },
    { color: '#be185d', source: '--color-brand' },
    { color: '#0c6b64', source: '--primary' },
  ])
  expect(findings(framed('TAG'), { manifest: '{' }).colors).toEqual([])
  // Pages built by editors have variables on thousands of elements.
  const styled = '<html style="--brand:#be185d"><p style="--brand-color:#1d4ed8">TAG'
  expect(findings(styled).colors).toEqual([{ color: '#be185d', source: '--brand' }])
})

test('colours come from linked style sheets: variables first, then main buttons, then links', () => {
  const sheets = [
    '/* .btn{background:#111111} */:root{--blue:#1d4ed8;--text:#222}@media screen{.btn, button{border:0;background:var(--blue)}}',
    '.button.primary:hover{background:#ff0000}.nav a{color:#00ff00}a{color:rgb(190 24 93)!important}.btn--primary{background:#c2410c url(x.png)}',
    ':root{--site-primary:var(--green);--green:#3f6212}',
  ]
  expect(findings(framed('TAG'), { sheets }).colors).toEqual([
    { color: '#3f6212', source: '--site-primary' },
    { color: '#1d4ed8', source: 'button' },
    { color: '#c2410c', source: 'button' },
    { color: '#be185d', source: 'link' },
  ])
  const inline = '<style>.btn-primary{background-color:#6d28d9}</style>'
  expect(findings(framed('TAG', inline)).colors).toEqual([{ color: '#6d28d9', source: 'button' }])
  for (const nonsense of [
    '}{',
    '{{{{',
    '/*',
    '}'.repeat(9),
    'a{color:}',
    '.btn{background:var(--x)}',
  ])
    expect(findings(framed('TAG'), { sheets: [nonsense] }).colors).toEqual([])
})

test('consent managers whose makers name no attribute get no tag to paste', () => {
  const by = (src: string) => {
    const page = framed('TAG', `<script src="${src}"></script>`)
    return findings(page).found.map(({ name, paste }) => [name, paste?.split(' src')[0]])
  }
  expect(by('https://cdn.cookielaw.org/otSDKStub.js')).toEqual([['OneTrust', undefined]])
  expect(by('https://cdn.consentmanager.net/a.js')).toEqual([['consentmanager', undefined]])
  expect(by('https://cdn.iubenda.com/cs/iubenda_cs.js')).toEqual([
    ['iubenda', '<script class="_iub_cs_skip"'],
  ])
})

test.each([
  ['#abc', '#aabbcc'],
  ['rgba(255, 0, 10, 0.5)', '#ff000a'],
  ['hsl(262 52% 47%)', '#673ab6'],
  ['hsl(0, 100%, 50%)', '#ff0000'],
  ['rgb(0 0 0 / 0)', undefined],
  ['var(--x)', undefined],
  ['red"><script>', undefined],
])('the colour %s is %s', (text, hex) => expect(hexOf(text)).toBe(hex))

// One pattern that backtracks would take longer than a test may.
test('a page of hostile text is read in time', () => {
  const many = (text: string) => text.repeat(20_000)
  const page = framed(
    `<script>${many('serviceWorker . register ( ')}</script><script>${many('http://a/widget')}</script><style>${many('--')}</style><div class="${many('back-to-top-')}">${many('<a id=x>')}`,
  )
  expect(codes(page)).toContain('tag_missing')
  const spaces = (length: number) => `a${' '.repeat(length)}b`
  const metas = `<meta name="theme-color" content="${spaces(7990)}">`.repeat(620)
  const manifest = JSON.stringify({ theme_color: spaces(100_000) })
  expect(findings(framed('TAG', metas), { manifest }).colors).toEqual([])
  const sheets = ['/*', '{', 'a{', '}a,', 'a{color:;', 'background: ', 'var(--', '--a:'].map(many)
  expect(findings(framed('TAG'), { sheets }).colors).toEqual([])
})

// Comparing each colour with each other, or looking each variable up in a list, would take longer than a test may.
test('four full style sheets of distinct variables and colours are read in time', () => {
  const hex = (at: number) => `#${(at * 7).toString(16).padStart(6, '0')}`
  const full = (piece: (at: number) => string) => {
    const pieces = Array.from({ length: 20_000 }, (_, at) => piece(at))
    return pieces.join('').slice(0, 500_000)
  }
  const variables = full((at) => `--v${at}-brand:${hex(at)};`)
  const buttons = full((at) => `.btn{background:${hex(at)}}`)
  const references = full(() => '.btn{background:var(--none)}')
  expect(
    findings(framed('TAG'), { sheets: [buttons, buttons, buttons, buttons] }).colors,
  ).toHaveLength(6)
  const sheets = [variables, references, references, references]
  expect(findings(framed('TAG'), { sheets }).colors).toHaveLength(6)
})

test('a copy of the script in a `data:` address is checked like any other', () => {
  const tag = `<script src="data:text/javascript,1" data-assistant="${UUID}" data-server="${PARLEY}" async></script>`
  expect(pasteOf('csp_blocks_chat', framed(tag), csp("script-src 'self'"))).toBe(
    `script-src 'self' ${PARLEY};`,
  )
})

test('style sheets are read through the same door: four, cut, and without those that do not answer', async () => {
  const css = (text: string) => (_req: unknown, res: ServerResponse) =>
    res.writeHead(200, { 'content-type': 'text/css' }).end(text)
  const other = await startWebsite({ '/theme.css': css(':root{--brand:#be185d}') })
  const link = (href: string, more = '') => `<link rel="stylesheet" href="${href}" ${more}>`
  const site = await startWebsite({
    '/': framed(
      'TAG',
      [
        link('/print.css', 'media="print"'),
        '<noscript>',
        link('/noscript.css'),
        '</noscript>',
        link('/long.css'),
        link('http://10.1.2.3/private.css'),
        link('/hangs.css'),
        link(`${other.url}/theme.css`),
        link('/fifth.css'),
      ].join(''),
    ),
    '/long.css': css(
      `${' '.repeat(100)}:root{--primary:#1d4ed8}${' '.repeat(200_000)}.btn{background:#c2410c}`,
    ),
    '/hangs.css': () => undefined,
    '/fifth.css': css(':root{--accent:#3f6212}'),
  })
  const server = await startServer({
    ...allowing(`127.0.0.1:${site.port}`, `127.0.0.1:${other.port}`),
    limits: { pageMs: 500, siteSheetBytes: 100_000 },
  })
  const call = { params: { id: 1 }, body: { url: `${site.url}/` } }
  const { data } = await server.call(checkSite, call)
  expect(data.colors).toEqual([
    { color: '#1d4ed8', source: '--primary' },
    { color: '#be185d', source: '--brand' },
  ])
  expect(site.paths().sort()).toEqual(['/', '/hangs.css', '/long.css'])
  expect(other.asked.every(({ headers }) => headers.cookie === undefined)).toBe(true)
})
