import { expect } from 'vitest'
import { lab } from '../../support/lab.ts'
import { type Guest, partsOf } from '../../support/lab-guest.ts'
import { NETWORK } from '../../support/lab-ill.ts'

/** Chats inside the only frame of the page. */
async function chatsInFrame({ page }: Guest): Promise<void> {
  const { launcher, chat, field, log } = partsOf(page.frameLocator('iframe'))
  await launcher.click()
  await field.pressSequentially('What does Parley cost?')
  await field.press('Enter')
  await log.getByText(/free/i).first().waitFor()
  await field.press('Escape')
  await chat.waitFor({ state: 'hidden' })
}

const frameOf = (url: string, more = '') =>
  `<iframe src="${url}" width="420" height="640" ${more}></iframe>`

lab('A page inside a frame', (row) => {
  row('of the same origin', async ({ visit, site, tag }) => {
    const url = site.page({ tag: tag() })
    await chatsInFrame(await visit({ body: frameOf(url) }))
  })

  row('of another origin', async ({ visit, site, tag }) => {
    const url = site.page({ tag: tag() })
    const outer = site.page({ body: frameOf(url) }).replace('localhost', '127.0.0.1')
    await chatsInFrame(await visit(outer))
  })

  row(
    'sandboxed without an origin: the chat says that it is unavailable, and the console why',
    async ({ visit, site, tag, hearsConsole }) => {
      const url = site.page({ tag: tag() })
      const body = frameOf(url, 'sandbox="allow-scripts"')
      const guest = await visit({ body }, { noise: NETWORK })
      const { launcher, chat } = partsOf(guest.page.frameLocator('iframe'))
      await launcher.click()
      await chat.getByText(/not available|can’t reach/i).waitFor()
      if (!hearsConsole) return
      const said = () =>
        guest.noise.map(({ says }) => says).filter((says) => says.startsWith('Parley: '))
      await expect.poll(() => said().length).toBeGreaterThan(0)
      expect(said(), said().join('\n')).toHaveLength(1)
      expect(guest.noise.filter(({ from }) => from === 'page error')).toEqual([])
    },
  )

  row('sandboxed with its origin', async ({ visit, site, tag }) => {
    const url = site.page({ tag: tag() })
    const more = 'sandbox="allow-scripts allow-same-origin allow-forms"'
    await chatsInFrame(await visit({ body: frameOf(url, more) }, { noise: /sandbox/ }))
  })

  row('from a string (srcdoc)', async ({ visit, tag }) => {
    const inner = `<!doctype html><html lang=en><title>Inner</title>${tag()}`
    const body = `<iframe width="420" height="640" srcdoc="${inner.replaceAll('"', '&quot;')}"></iframe>`
    await chatsInFrame(await visit({ body }))
  })
})
