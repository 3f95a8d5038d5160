import { type CheckedPage, framed } from './page.ts'

/** An ordinary page's content. */
const SHOP =
  '<header><nav><a href="/">Home</a> <a href="/cart">Cart</a></nav></header><main><h1>Bread</h1><p>Every morning from six.</p></main>'

const policy = (text: string): Record<string, string> => ({ 'content-security-policy': text })

/** The assistant of somebody else. */
const OTHER = '11111111-2222-4333-8444-555555555555'

export const PAGES: readonly CheckedPage[] = [
  { name: 'an ordinary page with the tag at its end', html: framed(`${SHOP}TAG`), finds: [] },
  { name: 'an ordinary page without the tag', html: framed(SHOP), finds: ['tag_missing'] },
  {
    name: 'the tag in a comment',
    html: framed(`${SHOP}<!-- chat, off for now: TAG -->`),
    finds: ['tag_not_run'],
  },
  {
    name: 'the tag within noscript',
    html: framed(`${SHOP}<noscript>TAG</noscript>`),
    finds: ['tag_not_run'],
  },
  {
    name: 'the tag twice, in a theme and after the end of the document',
    html: `${framed(`${SHOP}TAG`)}TAG`,
    finds: ['tag_twice'],
  },
  {
    name: 'a tag without its assistant',
    html: framed(`${SHOP}<script src="PARLEY/widget.js" async></script>`),
    finds: ['tag_without_assistant'],
  },
  {
    name: 'the tag of a test server',
    html: framed(
      `${SHOP}<script src="http://127.0.0.1:4317/widget.js" data-assistant="UUID" async></script>`,
    ),
    finds: ['tag_of_other_server'],
  },
  {
    name: 'another assistant of the same server',
    html: framed(
      `${SHOP}TAG<script src="PARLEY/widget.js" data-assistant="${OTHER}" async></script>`,
    ),
    finds: ['tag_of_other_assistant'],
  },
  {
    name: 'the tag as a module',
    html: framed(
      `${SHOP}<script type="module" src="PARLEY/widget.js" data-assistant="UUID"></script>`,
    ),
    finds: ['tag_as_module'],
  },
  {
    name: 'an evergreen tag with a hash',
    html: framed(
      `${SHOP}<script src="PARLEY/widget.js" integrity="sha384-AAAA" crossorigin="anonymous" data-assistant="UUID" async></script>`,
    ),
    finds: ['tag_integrity_wrong'],
  },
  {
    name: 'the files on the website itself, below a base element for another host',
    html: framed(
      `${SHOP}<script src="chat/widget.js" data-server="PARLEY" data-assistant="UUID" async></script>`,
      '<base href="https://cdn.example.com/">',
    ),
    finds: ['tag_base'],
  },
  {
    name: 'the files on the website itself, and a policy for these',
    headers: policy("default-src 'self'; connect-src 'self' PARLEY SOCKET; img-src 'self' PARLEY"),
    html: framed(
      `${SHOP}<script src="/chat/widget.js" data-server="PARLEY" data-assistant="UUID" async></script>`,
    ),
    finds: [],
  },
  {
    name: 'an element in the page, with its script',
    html: framed(
      `${SHOP}<script src="PARLEY/widget.js" async></script><parley-chat assistant="UUID" inline></parley-chat>`,
    ),
    finds: [],
  },
  {
    name: 'the tag inserted by a script',
    html: framed(
      `${SHOP}<script>const chat = document.createElement('script')\nchat.src = 'PARLEY/widget.js'\nchat.dataset.assistant = "UUID"\ndocument.head.append(chat)</script>`,
    ),
    finds: [],
  },
  {
    name: 'a policy for the whole of Parley',
    headers: policy(
      "default-src 'none'; script-src PARLEY; connect-src PARLEY SOCKET; img-src PARLEY; style-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    ),
    html: framed(`${SHOP}TAG`),
    finds: [],
  },
  {
    name: 'a policy of wildcards',
    headers: policy(
      "default-src *; script-src 'unsafe-inline' 'unsafe-eval' https:; connect-src https: wss:; img-src * data:",
    ),
    html: framed(`${SHOP}TAG`),
    finds: [],
  },
  {
    name: 'a policy for a single file, under its own directive for elements',
    headers: policy(
      "script-src PARLEY; script-src-elem 'self' PARLEY/widget.js; connect-src PARLEY SOCKET; img-src *",
    ),
    html: framed(`${SHOP}TAG`),
    finds: ['csp_blocks_chat'],
  },
  {
    name: 'a policy that allows everything but the socket of calls',
    headers: policy("script-src 'self' PARLEY; connect-src 'self' PARLEY; img-src *"),
    html: framed(`${SHOP}TAG`),
    finds: ['csp_blocks_extras'],
  },
  {
    name: 'a strict policy, and the tag with the nonce',
    headers: policy("script-src 'nonce-r4nd0m' 'strict-dynamic'; base-uri 'none'"),
    html: framed(
      `${SHOP}<script nonce="r4nd0m" src="PARLEY/widget.js" data-assistant="UUID" async></script>`,
    ),
    finds: [],
  },
  {
    name: 'a strict policy of hashes',
    headers: policy(
      "script-src 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' 'strict-dynamic'",
    ),
    html: framed(`${SHOP}TAG`),
    finds: ['csp_needs_hash'],
  },
  {
    name: 'a policy that only reports, and one in the body, which does not count',
    headers: { 'content-security-policy-report-only': "default-src 'self'" },
    html: framed(
      `${SHOP}<meta http-equiv="Content-Security-Policy" content="script-src 'none'">TAG`,
    ),
    finds: ['csp_report_only'],
  },
  {
    name: 'a sandboxed page',
    headers: policy('sandbox allow-scripts allow-forms'),
    html: framed(`${SHOP}TAG`),
    finds: ['csp_sandbox'],
  },
  {
    name: 'Cookiebot, with a tag that it leaves alone, and its floating button',
    html: framed(
      `${SHOP}<div id="CookiebotWidget" class="CookiebotWidget-closed">Cookies</div><script data-cookieconsent="ignore" src="PARLEY/widget.js" data-assistant="UUID" async></script>`,
      '<script id="Cookiebot" src="https://consent.cookiebot.com/uc.js" data-blockingmode="auto"></script>',
    ),
    finds: ['floating_button'],
  },
  {
    name: 'Usercentrics, Klaro and Borlabs in the sources of a theme',
    html: framed(
      `${SHOP}TAG<link rel="stylesheet" href="/wp-content/plugins/borlabs-cookie/assets/css/borlabs-cookie.css">`,
      '<script id="usercentrics-cmp" src="https://web.cmp.usercentrics.eu/ui/loader.js" async></script><script defer src="/js/klaro.js"></script>',
    ),
    finds: ['consent_manager', 'consent_manager', 'consent_manager'],
  },
  {
    name: 'Intercom, a WhatsApp button and reCAPTCHA',
    html: framed(
      `${SHOP}<a class="whatsapp-float" href="https://wa.me/12025550100">Write to us</a>TAG<script>window.intercomSettings = { app_id: 'abcd' }</script>`,
      '<script src="https://www.google.com/recaptcha/api.js?render=6Lc_key"></script>',
    ),
    finds: ['other_chat', 'floating_button', 'floating_button'],
  },
  {
    name: 'colours in a head and in variables, with Prototype.js',
    html: framed(
      `${SHOP}TAG`,
      '<meta name="theme-color" content="#fff"><style>:root { --text: #222; --brand-primary: hsl(262 52% 47%); --accent-color: rgb(190, 24, 93) }</style><script src="/js/prototype.js"></script>',
    ),
    finds: ['page_colors', 'old_library'],
  },
  {
    name: 'a page that is not found',
    status: 404,
    html: framed('<h1>Not found</h1>TAG'),
    finds: ['page_status'],
  },
  {
    name: 'a page behind a password',
    status: 401,
    headers: { 'www-authenticate': 'Basic realm="Staging"' },
    html: framed('<h1>Authorization required</h1>'),
    finds: ['page_password'],
  },
]
