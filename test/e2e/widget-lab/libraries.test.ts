import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { checkedLab } from '../../support/lab.ts'

/*
 * Libraries as Debian packages them (libjs-prototype, libjs-mootools), and core-js 2 as npm has it (`CORE_JS_2` is its folder);
 * rows for missing ones are skipped.
 */
const INSTALLED = '/usr/share/javascript'
const LIBRARIES: Readonly<Record<string, readonly string[]>> = {
  'Prototype.js 1.7.3 itself': [`${INSTALLED}/prototype/prototype-1.7.3.js`],
  'MooTools itself, core and more': [
    `${INSTALLED}/mootools/mootools-core.min.js`,
    `${INSTALLED}/mootools/mootools-more.min.js`,
  ],
  'core-js 2 itself': [path.join(process.env['CORE_JS_2'] ?? '', 'client/shim.min.js')],
}

checkedLab('Old libraries that a page has loaded', (row) => {
  for (const [title, files] of Object.entries(LIBRARIES)) {
    // Polyfills of the current standard are not to be got rid of.
    const found = title.startsWith('core-js') ? [] : (['old_library'] as const)
    row(
      title,
      async ({ visit, tag, site, skipUnless }) => {
        skipUnless(files.every(existsSync), 'the library is not installed')
        const head = files.map((file) => {
          const url = site.at(`/${path.basename(file)}`, (_req, res) =>
            res.writeHead(200, { 'content-type': 'text/javascript' }).end(readFileSync(file)),
          )
          return `<script src="${url}"></script>`
        })
        const guest = await visit({ head: head.join(''), tag: tag() })
        await guest.chats()
      },
      { found },
    )
  }
})
