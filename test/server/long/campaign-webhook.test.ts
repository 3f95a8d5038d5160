import { expect, test } from 'vitest'
import { enableWebhook } from '#contracts/assistant-webhooks.ts'
import { createCampaign, updateCampaignStatus } from '#contracts/campaigns.ts'
import { createLead } from '#contracts/leads.ts'
import { activeAssistant, callDesk, NUMBERS } from '../../support/calls.ts'
import { startReceiver } from '../../support/receiver.ts'
import { allowing } from '../../support/server.ts'

test('a campaign’s post-call webhook contains the lead as it is after the call, and the campaign', async () => {
  const receiver = await startReceiver()
  const desk = await callDesk(allowing(receiver.host))
  const assistantId = await activeAssistant(desk)
  await desk.call(enableWebhook, {
    body: { assistant_id: assistantId, webhook_url: receiver.url },
  })
  const { data: campaign } = await desk.call(createCampaign, {
    body: { name: 'Spring', assistant_id: assistantId },
  })
  const { data: lead } = await desk.call(createLead, {
    body: {
      campaign_id: campaign.id,
      phone_number: NUMBERS.ordinary,
      variables: { order: 'rye bread' },
    },
  })
  await desk.call(updateCampaignStatus, { body: { campaign_id: campaign.id, action: 'start' } })
  await desk.clock.advance(3_600_000)
  await expect.poll(() => receiver.requests.length).toBe(1)
  expect(JSON.parse(receiver.requests[0]!.body)).toMatchObject({
    event: 'post_call',
    customer_phone: NUMBERS.ordinary,
    input_variables: { order: 'rye bread' },
    lead: {
      id: lead.id,
      phone_number: NUMBERS.ordinary,
      variables: { order: 'rye bread' },
      status: 'completed',
    },
    campaign: { id: campaign.id, name: 'Spring', max_retries: 3, allowed_days: expect.any(Array) },
  })
})
