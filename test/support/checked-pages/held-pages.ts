import { type CheckedPage, framed } from './page.ts'

/* Written before the checks, and not used to develop them. */

const SHOP =
  '<header><nav><a href="/">Home</a> <a href="/cart">Cart</a></nav></header><main><h1>Fresh bread</h1><p>Every morning from six.</p></main>'

export const HELD_PAGES: readonly CheckedPage[] = [
  {
    name: 'a blog whose optimizer delays all scripts until the first touch',
    html: framed(
      `${SHOP}<script type="rocketlazyloadscript" data-rocket-src="https://blog.example/wp-includes/js/jquery/jquery.min.js"></script>
<script type="rocketlazyloadscript" data-rocket-type="text/javascript" src="PARLEY/widget.js" data-assistant="UUID" async></script>`,
      '<meta name="generator" content="WordPress 6.7"><meta name="theme-color" content="#7a1f3d">',
    ),
    finds: ['tag_held', 'page_colors'],
  },
  {
    name: 'a shop that only says who may frame it, and upgrades requests',
    headers: {
      'content-security-policy':
        "block-all-mixed-content; frame-ancestors 'none'; upgrade-insecure-requests;",
    },
    html: framed(`${SHOP}TAG<script src="/assets/shop.js" defer></script>`),
    finds: [],
  },
  {
    name: 'a code host that forbids everything it does not name',
    headers: {
      'content-security-policy':
        "default-src 'none'; base-uri 'self'; child-src 'self'; connect-src 'self' uploads.example.com api.example.com wss://alive.example.com; font-src assets.example.com; form-action 'self'; img-src 'self' data: blob: assets.example.com; script-src assets.example.com; style-src 'unsafe-inline' assets.example.com; worker-src 'self'",
    },
    html: framed(SHOP),
    finds: ['csp_blocks_chat', 'tag_missing'],
  },
  {
    name: 'a framework’s page with nonces and strict-dynamic',
    headers: {
      'content-security-policy':
        "default-src 'self'; script-src 'self' 'nonce-ZjQ2N2U1' 'strict-dynamic' https:; connect-src *; img-src * data:; style-src 'self' 'unsafe-inline'; object-src 'none'",
    },
    html: framed(
      `<div id="__next">${SHOP}</div><script nonce="ZjQ2N2U1" src="/_next/static/chunks/main.js" async></script>TAG`,
    ),
    finds: ['csp_needs_nonce'],
  },
  {
    name: 'two policies in one header, of which the second forbids connections',
    headers: {
      'content-security-policy':
        "script-src 'self' PARLEY, default-src * data: blob: 'unsafe-inline'; connect-src 'self' https://stats.example.com",
    },
    html: framed(`${SHOP}TAG`),
    finds: ['csp_blocks_chat'],
  },
  {
    name: 'a page whose scripts are in a tag manager',
    html: framed(
      `<noscript><iframe src="https://www.googletagmanager.com/ns.html?id=GTM-AB12CD" height="0" width="0"></iframe></noscript>${SHOP}`,
      `<script>(function(w,d,s,l,i){w[l]=w[l]||[];w[l].push({'gtm.start':new Date().getTime(),event:'gtm.js'});var f=d.getElementsByTagName(s)[0],j=d.createElement(s),dl=l!='dataLayer'?'&l='+l:'';j.async=true;j.src='https://www.googletagmanager.com/gtm.js?id='+i+dl;f.parentNode.insertBefore(j,f);})(window,document,'script','dataLayer','GTM-AB12CD');</script>`,
    ),
    finds: ['tag_missing', 'tag_manager'],
  },
  {
    name: 'a consent banner, and a tag that waits for marketing cookies',
    html: framed(
      `${SHOP}<script type="text/plain" data-cookieconsent="marketing" src="PARLEY/widget.js" data-assistant="UUID" async></script>`,
      '<script id="Cookiebot" src="https://consent.cookiebot.com/uc.js" data-cbid="00000000-0000-0000-0000-000000000000" data-blockingmode="auto" type="text/javascript"></script>',
    ),
    finds: ['tag_held', 'consent_manager'],
  },
  {
    name: 'a marketing site with another chat and a button to the top',
    html: framed(
      `${SHOP}<a href="#" id="back-to-top" class="btn btn-light back-to-top" role="button">Top</a>TAG
<script type="text/javascript" id="hs-script-loader" async defer src="//js.hs-scripts.com/1234567.js"></script>`,
    ),
    finds: ['other_chat', 'floating_button'],
  },
  {
    name: 'an old site with a library that extends built-ins, and a blocking tag',
    html: framed(
      SHOP,
      `<script src="/media/system/js/mootools-core.js" type="text/javascript"></script><script src="/media/system/js/caption.js"></script>
<script src="PARLEY/widget.js" data-assistant="UUID"></script>`,
    ),
    finds: ['tag_blocking', 'old_library'],
  },
  {
    name: 'a members’ area that leads to its sign-in form',
    movedTo: '/account/login?next=%2Fmembers',
    html: framed(
      '<main><h1>Sign in</h1><form method="post" action="/account/login"><input name="email" type="email"><input name="password" type="password"><button>Sign in</button></form></main>',
    ),
    finds: ['page_redirected', 'page_sign_in', 'tag_missing'],
  },
  {
    name: 'a pinned tag with a hash of something else, without crossorigin',
    html: framed(
      `${SHOP}<script src="PARLEY/widget/widget-0123456789ab.js" integrity="sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC" data-assistant="UUID" async></script>`,
    ),
    finds: ['tag_integrity_wrong', 'tag_without_crossorigin'],
  },
  {
    name: 'a policy in the page that forbids pictures, and a service worker',
    html: framed(
      `${SHOP}TAG<script>if ('serviceWorker' in navigator) { window.addEventListener('load', () => navigator.serviceWorker.register('/sw.js')) }</script>`,
      `<meta http-equiv="Content-Security-Policy" content="script-src 'self' 'unsafe-inline' PARLEY; connect-src 'self' PARLEY wss:; img-src 'self' data:">`,
    ),
    finds: ['csp_blocks_extras', 'service_worker'],
  },
]
