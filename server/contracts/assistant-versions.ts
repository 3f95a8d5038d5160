import { z } from 'zod'
import { AssistantForm, AssistantSettings, AssistantVersion } from './assistant-settings.ts'
import { AssistantSummary } from './assistants.ts'
import { endpoint } from './endpoint.ts'
import { issue } from './faults.ts'
import { Id, integer } from './scalars.ts'

/** Versions kept per assistant; older ones are deleted. */
export const VERSIONS_KEPT = 200

const OneAssistant = z.object({ id: Id })
const NOT_FOUND = 'assistant_not_found'
const Changed = z.object({ message: z.string(), data: AssistantSummary })

const OneVersion = OneAssistant.extend({
  number: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, { error: issue('not_an_integer') })
    .transform(Number)
    .pipe(integer(1, 1_000_000_000))
    .meta({ examples: ['1'] }),
})

export const listAssistantVersions = endpoint({
  method: 'get',
  path: '/user/assistants/:id/versions',
  capability: 'assistants',
  summary: `List the versions of an assistant’s settings, newest first; the last ${VERSIONS_KEPT} are kept`,
  params: OneAssistant,
  refusals: [NOT_FOUND],
  reply: z.object({ data: z.array(AssistantVersion) }),
})

export const getAssistantVersion = endpoint({
  method: 'get',
  path: '/user/assistants/:id/versions/:number',
  capability: 'assistants',
  summary: 'Get a version of an assistant’s settings',
  params: OneVersion,
  refusals: [NOT_FOUND, 'version_not_found'],
  reply: AssistantVersion.extend({ fields: AssistantSettings }),
})

export const restoreAssistantVersion = endpoint({
  method: 'post',
  path: '/user/assistants/:id/versions/:number/restore',
  capability: 'assistants',
  summary: 'Restore an older version as the newest one',
  params: OneVersion,
  invalid: 'validation_failed',
  refusals: [NOT_FOUND, 'version_not_found'],
  reply: AssistantForm,
})

export const duplicateAssistant = endpoint({
  method: 'post',
  path: '/user/assistants/:id/duplicate',
  capability: 'assistants',
  summary: 'Duplicate an assistant; the copy is inactive and has no phone number',
  params: OneAssistant,
  status: 201,
  refusals: [NOT_FOUND],
  examples: { reply: { message: 'Assistant duplicated successfully' } },
  reply: Changed,
})

export const undeleteAssistant = endpoint({
  method: 'post',
  path: '/user/assistants/:id/undelete',
  capability: 'assistants',
  summary:
    'Restore a deleted assistant; it is inactive, and gets its number back if that is still free',
  params: OneAssistant,
  refusals: [NOT_FOUND],
  examples: { reply: { message: 'Assistant restored successfully' } },
  reply: Changed,
})
