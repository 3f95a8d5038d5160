import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { getAnswerPack, publishAnswerPack } from '#contracts/answer-packs.ts'
import { getEmbedding } from '#contracts/assistant-embedding.ts'
import { updateAssistant } from '#contracts/assistants.ts'
import { getConversation, listConversations } from '#contracts/conversations.ts'
import { createKnowledgeEntry } from '#contracts/knowledge-entries.ts'
import { chromium } from '../../support/chromium.ts'
import { createdBase } from '../../support/knowledge.ts'
import { startSite } from '../../support/lab-site.ts'
import { freePort, type Life, live } from '../../support/life.ts'
import { temporaryFolder } from '../../support/server.ts'
import { BUILT } from '../../support/server-process.ts'
import { starterAssistant } from '../../support/visitor.ts'
import { customerOn } from '../../support/widget-shop.ts'

const ENTRIES = [
  ['May I bring my dog?', 'Dogs are welcome on the terrace, on a lead.'],
  ['When do you open?', 'We open at nine and close at six, Tuesday to Sunday.'],
  ['Where can I park?', 'There are forty spaces behind the house, free for guests.'],
  ['Do you have vegan food?', 'Every day there is one vegan main course.'],
] as const

const LABEL = 'Automatic answer – we’re away'

/** A Parley with a published pack, and a website with an own copy of the chat and that pack. */
async function openAsleepShop(change: (file: string) => string = (file) => file) {
  const birth = { dataDir: temporaryFolder(), port: await freePort(), main: BUILT }
  const [life, site] = await Promise.all([live(birth), startSite()])
  const { id } = await starterAssistant(life)
  const params = { id }
  const knowledgebase_id = await createdBase(life)
  await life.call(updateAssistant, { params, body: { knowledgebase_id } })
  for (const [question, answer] of ENTRIES)
    await life.call(createKnowledgeEntry, { body: { knowledgebase_id, question, answer } })
  const { passages } = await life.call(getAnswerPack, { params })
  const { published, file } = await life.call(publishAnswerPack, {
    params,
    body: { passage_ids: passages.map((passage) => passage.id) },
  })
  const response = await life.fetch(`/api/user/assistant/${id}/answer-pack/package`)
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  files[file] = new TextEncoder().encode(change(new TextDecoder().decode(files[file])))
  site.at('/chat', (req, res) => {
    const name = new URL(req.url ?? '/', 'http://localhost').pathname.replace(/^\/chat\/+/, '')
    const type = name.endsWith('.json') ? 'application/json' : 'text/javascript'
    if (files[name]) res.writeHead(200, { 'content-type': type }).end(files[name])
    else res.writeHead(404).end()
  })
  const { uuid } = await life.call(getEmbedding, { params })
  const tag = `<script src="/chat/widget.js" data-server="${life.url}" data-assistant="${uuid}" data-answers="${published!.public_key}" async></script>`
  return { birth, life, site, page: site.page({ tag }) }
}

async function conversationsOf(life: Life) {
  const { data } = await life.call(listConversations)
  return Promise.all(data.map(({ id }) => life.call(getConversation, { params: { uuid: id } })))
}

test('while Parley is off, a question is answered from the pack, and arrives once with the address left when it is back', async () => {
  const { birth, life, site, page } = await openAsleepShop()
  await life.end('SIGKILL')
  const visitor = customerOn(await chromium.person())
  await visitor.open(page)
  await visitor.say('Can I bring my dog?')
  const answer = visitor.log.getByRole('figure', { name: LABEL })
  await answer.getByText('Dogs are welcome on the terrace, on a lead.').waitFor()
  await answer.getByRole('list', { name: 'Sources' }).getByText('May I bring my dog?').waitFor()
  await visitor.say('Who founded the house?')
  await visitor.log.getByText(/No automatic answer found/).waitFor()
  expect(await visitor.log.getByText('Not sent.').isVisible()).toBe(false)
  await visitor.chat.getByLabel('Your email address').fill('ada@example.com')
  await visitor.button('Save').click()
  await visitor.chat.getByText('We’ll reply to ada@example.com').first().waitFor()

  // The page is closed meanwhile: what was written waits in the browser.
  await visitor.page.goto('about:blank')
  const second = await live(birth)
  await visitor.page.goto(page)
  await expect
    .poll(
      async () =>
        (await conversationsOf(second))
          .flatMap(({ messages }) => messages)
          .filter(({ author }) => author === 'visitor')
          .map(({ content }) => content),
      { timeout: 20_000 },
    )
    .toEqual(['Can I bring my dog?', 'Who founded the house?'])
  const [conversation, ...others] = await conversationsOf(second)
  expect(others).toEqual([])
  expect(conversation!.visitor?.email).toBe('ada@example.com')

  // An open chat falls asleep, too, and wakes by itself.
  await visitor.open(page)
  await second.end('SIGKILL')
  await visitor.say('Is there vegan food?')
  await visitor.log
    .getByRole('figure', { name: LABEL })
    .getByText('Every day there is one vegan main course.')
    .waitFor({ timeout: 20_000 })
  await expect
    .poll(() => visitor.chat.getByRole('status').textContent())
    .toContain(`${LABEL}\nEvery day there is one vegan main course.`)
  await visitor.chat.locator('.cut').waitFor({ state: 'hidden' })
  const third = await live(birth)
  await expect
    .poll(
      async () =>
        (await conversationsOf(third))
          .flatMap(({ messages }) => messages)
          .filter(({ content }) => content === 'Is there vegan food?').length,
      { timeout: 30_000 },
    )
    .toBe(1)
  const away = visitor.chat
    .getByRole('paragraph')
    .filter({ hasText: 'We’re away and can’t read this' })
  await away.waitFor({ state: 'detached' })
  site.close()
}, 120_000)

test('a pack that was changed is ignored', async () => {
  const { life, site, page } = await openAsleepShop((file) => file.replace('terrace', 'balcony'))
  await life.end('SIGKILL')
  const visitor = customerOn(await chromium.person())
  await visitor.page.goto(page)
  const pack = visitor.page.waitForResponse(/answers-/)
  await visitor.launcher.click()
  expect((await pack).status()).toBe(200)
  await visitor.chat.locator('.notice').getByText('Can’t reach the chat.').waitFor()
  expect(await visitor.field.isVisible()).toBe(false)
  site.close()
}, 60_000)
