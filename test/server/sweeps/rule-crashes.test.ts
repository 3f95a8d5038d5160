import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { listAssistants } from '#contracts/assistants.ts'
import { getConversation } from '#contracts/conversations.ts'
import { createLabel } from '#contracts/labels.ts'
import { sendPublicMessage, startConversation } from '#contracts/public-chat.ts'
import { createRule, listRuleRuns } from '#contracts/rules.ts'
import { isWhole } from '../../support/sample.ts'
import { temporaryFolder } from '../../support/server.ts'
import { begin } from '../../torture/campaigns/life.ts'

/* Real processes on real files, killed in the middle of what a rule does. */

/** Points at which the database is about to do something, or has just done it. */
const POINTS = {
  'before the event is recorded': 'BEFORE INSERT ON main.rule_events',
  'before the event is taken': 'BEFORE DELETE ON main.rule_events',
  'between two actions': 'AFTER INSERT ON main.conversation_labels',
  'between the actions and the log': 'BEFORE INSERT ON main.rule_runs',
  'between the log and the commit': "AFTER INSERT ON main.events WHEN new.type = 'rule.ran'",
  'after the commit': "BEFORE DELETE ON main.jobs WHEN old.kind = 'rules.run'",
} as const

const START = Date.parse('2026-01-01T12:00:00Z')

test.runIf(isWhole)(
  'a kill at any point leaves a rule done once, with all of its actions, or not yet done',
  async () => {
    const folder = path.join(temporaryFolder(), 'rules')
    mkdirSync(folder)
    let life = await begin(folder, START)
    const { data: label } = await life.call(createLabel, { body: { name: 'Sales', colour: 'red' } })
    await life.call(createRule, {
      body: {
        name: 'Sales',
        event: 'message',
        conditions: {},
        actions: { label_ids: [label.id], reply: 'One moment.', notify: { operator_ids: [] } },
      },
    })
    const assistant_id = (await life.call(listAssistants)).data[0]!.uuid
    for (const [name, crashOn] of Object.entries(POINTS)) {
      const start = await life.call(startConversation, { body: { assistant_id } })
      const { conversation_id: uuid } = start
      await life.order({ crashOn })
      const body = { message: 'Hello' }
      await life.call(sendPublicMessage, { params: { uuid }, body }).catch(() => undefined)
      expect([name, await life.order({ advance: 60_000 })]).toEqual([name, false])
      life = await begin(folder, life.now())
      await life.order({ advance: 60_000 })
      const { data } = await life.call(listRuleRuns)
      const runs = data.filter(({ conversation_id }) => conversation_id === uuid)
      const { messages, activities } = await life.call(getConversation, { params: { uuid } })
      const said = messages.filter(({ author }) => author === 'visitor').length
      expect([name, said]).toEqual([name, name === 'before the event is recorded' ? 0 : 1])
      const replies = messages.filter(({ content }) => content === 'One moment.')
      const kinds = activities.map(({ kind }) => kind)
      expect([name, runs.length, replies.length, kinds]).toEqual([
        name,
        said,
        said,
        said === 0 ? [] : ['labels', 'rule_notified'],
      ])
    }
    await life.kill()
  },
  120_000,
)
