import type { z } from 'zod'
import { createLead, type Lead } from '#contracts/leads.ts'
import { insert } from '../generated/world.ts'
import { createdAssistant } from './assistants.ts'
import type { TestServer } from './server.ts'

/** A campaign that is not running; returns its id. */
export async function campaignOf(
  server: Pick<TestServer, 'call' | 'context' | 'fetch'>,
  name = 'Spring',
  userId = 1,
): Promise<number> {
  const assistantId = await createdAssistant(server, { type: 'outbound', timezone: 'UTC' })
  return insert(server.context.db, 'campaigns', {
    user_id: userId,
    name,
    assistant_id: assistantId,
    created_at: 1,
    updated_at: 1,
  })
}

/** A lead of a campaign. */
export async function addLead(
  { call }: Pick<TestServer, 'call'>,
  campaign_id: number,
  phone_number: string,
  fields: Partial<z.input<NonNullable<(typeof createLead)['body']>>> = {},
): Promise<Lead> {
  return (await call(createLead, { body: { campaign_id, phone_number, ...fields } })).data
}
