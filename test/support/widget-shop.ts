import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright'
import { onTestFinished } from 'vitest'
import type { z } from 'zod'
import { getEmbedding } from '#contracts/assistant-embedding.ts'
import { updateAssistant } from '#contracts/assistants.ts'
import {
  getConversation,
  listConversations,
  replyToConversation,
} from '#contracts/conversations.ts'
import type { JsonObject } from '#contracts/scalars.ts'
import { type SitePage, startSite } from './lab-site.ts'
import { startServer, temporaryFolder } from './server.ts'
import { starterAssistant } from './visitor.ts'

interface Stock {
  /** The widget settings stored by the operator. */
  readonly settings?: z.input<typeof JsonObject>
  /** Other fields of the assistant. */
  readonly assistant?: object
  /** Keeps its data on disk, which is required for a widget version with a permanent address. */
  readonly isOnDisk?: boolean
  readonly config?: Parameters<typeof startServer>[0]
}

export type Shop = Awaited<ReturnType<typeof openShop>>

/** A Parley and a website of another origin that embeds its assistant. */
export async function openShop(stock: Stock = {}) {
  const { settings = {}, assistant = {}, isOnDisk = false, config = {} } = stock
  const place = isOnDisk ? { dataDir: temporaryFolder() } : {}
  const [server, site] = await Promise.all([startServer({ ...place, ...config }), startSite()])
  onTestFinished(() => site.close())
  const { id } = await starterAssistant(server)
  const body = { ...assistant, widget_settings: settings }
  await server.call(updateAssistant, { params: { id }, body })
  const { uuid, pinned } = await server.call(getEmbedding, { params: { id } })
  const tag = (more = '') =>
    `<script src="${server.url}/widget.js" data-assistant="${uuid}" async ${more}></script>`
  return {
    server,
    site,
    id,
    uuid,
    pinned,
    tag,
    /** The latest conversation, as the desk has it. */
    async conversation() {
      const { data } = await server.call(listConversations)
      return server.call(getConversation, { params: { uuid: data[0]!.id } })
    },
    /** Writes as an operator. */
    async reply(content: string, attachment_ids: number[] = []): Promise<void> {
      const { data } = await server.call(listConversations)
      const body = { client_id: randomUUID(), content, attachment_ids }
      await server.call(replyToConversation, { params: { uuid: data[0]!.id }, body })
    },
    /** The address of a new page with the tag. */
    page: (page: SitePage = {}) => site.page({ tag: tag(), ...page }),
  }
}

/** A visitor at the chat of a page, who finds things as a person would. */
export function customerOn(page: Page) {
  const widget = page.locator('parley-chat')
  const chat = page.getByRole('dialog', { name: /^Chat with/ })
  const log = chat.getByRole('log')
  const field = chat.getByRole('textbox', { name: 'Write a message…' })
  const button = (name: string | RegExp) => chat.getByRole('button', { name, exact: true })
  return {
    page,
    widget,
    launcher: widget.locator('[aria-expanded]').first(),
    chat,
    log,
    field,
    button,
    /** Opens the chat of a page. */
    async open(url: string): Promise<void> {
      await page.goto(url)
      if (!(await isLeftOpen(page))) await widget.locator('[aria-expanded]').first().click()
      await field.waitFor()
    },
    async say(text: string): Promise<void> {
      await field.fill(text)
      await field.press('Enter')
      await log.getByText(text, { exact: true }).first().waitFor()
    },
    /** Asks something the starter assistant knows, and waits for the whole answer. */
    async ask(): Promise<void> {
      await field.fill('What does Parley cost?')
      await field.press('Enter')
      await log.getByText(/free/i).first().waitFor()
      await log.locator('[data-status="streaming"]').waitFor({ state: 'detached' })
    },
    /** Chooses from the menu. */
    async choose(item: string): Promise<void> {
      await button('More').click()
      await chat.getByRole('menuitem', { name: item }).click()
    },
  }
}

/** Reports whether the chat is marked as open, so that it opens by itself on the next page. */
export const isLeftOpen = (page: Page): Promise<boolean> =>
  page.evaluate(
    () => innerWidth > 480 && Object.keys(sessionStorage).some((key) => key.endsWith(':open')),
  )

export type Customer = ReturnType<typeof customerOn>
