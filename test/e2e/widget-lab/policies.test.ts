import { text } from 'node:stream/consumers'
import { expect } from 'vitest'
import { checkedLab } from '../../support/lab.ts'

checkedLab('What a page’s policies forbid', (row) => {
  const strict = (origin: string) =>
    `default-src 'none'; script-src 'self' ${origin}; connect-src ${origin}; style-src 'none'; img-src 'none'`

  row(
    'a strict content security policy without a nonce',
    async ({ visit, tag, parley }) => {
      const headers = { 'content-security-policy': strict(parley) }
      const guest = await visit({ tag: tag(), headers })
      await guest.chats()
    },
    { found: ['csp_blocks_extras'] },
  )

  row(
    'the same, with self-hosted widget files',
    async (bench) => {
      const { visit, copyTag, parley } = bench
      const policy = `default-src 'none'; script-src 'self'; connect-src ${parley}; style-src 'none'; img-src 'none'`
      const guest = await visit({
        tag: copyTag(),
        headers: { 'content-security-policy': policy },
      })
      await guest.chats()
    },
    { found: ['csp_blocks_extras'] },
  )

  row(
    'a policy in a meta element',
    async ({ visit, tag, parley }) => {
      const head = `<meta http-equiv="content-security-policy" content="${strict(parley)}">`
      await (await visit({ tag: tag(), head })).chats()
    },
    { found: ['csp_blocks_extras'] },
  )

  row(
    'Trusted Types required, none allowed',
    async ({ visit, tag, parley }) => {
      const policy = `${strict(parley)}; require-trusted-types-for 'script'; trusted-types 'none'`
      const guest = await visit({ tag: tag(), headers: { 'content-security-policy': policy } })
      await guest.chats()
    },
    { found: ['csp_blocks_extras'] },
  )

  row(
    'a report-only policy receives no reports',
    async ({ visit, tag, site, parley }) => {
      const reports: string[] = []
      const to = site.at('/reports', async (req, res) => {
        reports.push(await text(req))
        res.writeHead(204).end()
      })
      const policy = `${strict(parley)}; require-trusted-types-for 'script'; report-uri ${to}`
      const headers = { 'content-security-policy-report-only': policy }
      await (await visit({ tag: tag(), headers })).chats()
      // Chromium without a window asks for no icon, which the policy forbids as any other picture.
      const ofIcon = `"blocked-uri":"${site.origin}/favicon.ico"`
      expect(reports.filter((report) => !report.includes(ofIcon))).toEqual([])
    },
    { found: ['csp_report_only'] },
  )

  row('the pinned file, checked against its hash', async ({ visit, pinned, assistant }) => {
    const tag = `<script src="${pinned.url}" integrity="${pinned.integrity}" crossorigin data-assistant="${assistant}" async></script>`
    await (await visit({ tag })).chats()
  })

  row('a cross-origin isolated page', async ({ visit, tag }) => {
    const headers = {
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
    }
    const guest = await visit({ tag: tag(), headers })
    expect(await guest.page.evaluate(() => crossOriginIsolated)).toBe(true)
    await guest.chats()
  })

  row('no referrer', async ({ visit, tag }) => {
    await (await visit({ tag: tag(), headers: { 'referrer-policy': 'no-referrer' } })).chats()
  })

  row('a permissions policy that allows nothing', async ({ visit, tag }) => {
    const names = ['camera', 'clipboard-write', 'clipboard-read', 'microphone', 'autoplay']
    const policy = names.map((name) => `${name}=()`).join(', ')
    await (await visit({ tag: tag(), headers: { 'permissions-policy': policy } })).chats()
  })
})
