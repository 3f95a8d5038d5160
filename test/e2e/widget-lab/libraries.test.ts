import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { lab } from '../../support/lab.ts'

/** Libraries as packaged by Debian (libjs-prototype, libjs-mootools); rows for missing ones are skipped. */
const INSTALLED = '/usr/share/javascript'
const LIBRARIES: Readonly<Record<string, string>> = {
  'Prototype.js 1.7.3 itself': `${INSTALLED}/prototype/prototype.js`,
  'MooTools itself, core and more': `${INSTALLED}/mootools/mootools.js`,
}

lab('Old libraries that a page has loaded', (row) => {
  for (const [title, file] of Object.entries(LIBRARIES)) {
    row(title, async ({ visit, tag, site, skipUnless }) => {
      skipUnless(existsSync(file), 'the library is not installed')
      const url = site.at(`/${path.basename(file)}`, (_req, res) =>
        res.writeHead(200, { 'content-type': 'text/javascript' }).end(readFileSync(file)),
      )
      const guest = await visit({ head: `<script src="${url}"></script>`, tag: tag() })
      await guest.chats()
    })
  }
})
