import { z } from 'zod'
import { MAX_IMPORT } from './constants.ts'
import { endpoint } from './endpoint.ts'
import { ImportedCall } from './imported-call.ts'

export const importCalls = endpoint({
  method: 'post',
  path: '/user/calls/import',
  capability: 'outreach',
  summary: 'Import calls from another system, all or nothing',
  description: `At most ${MAX_IMPORT} calls, as JSON, or as CSV with the field names in the first line, separated by commas, semicolons, tabs or vertical bars (objects as JSON in their cells). They are stored as they are: no telephone rings, no webhook is sent, no money moves. Errors identify a call by its index from 0 and, for CSV, by its line. An unknown \`campaign_name\` creates a campaign.`,
  csv: 'calls',
  body: z.object({ calls: z.array(ImportedCall).min(1).max(MAX_IMPORT) }),
  examples: {
    body: {
      calls: [
        {
          assistant_id: 7,
          type: 'inbound',
          status: 'completed',
          created_at: '2026-03-14 09:26:53',
          duration: 74,
          client_phone_number: '+12025550123',
          transcript: 'AI: Hello! How can I help you?',
        },
      ],
    },
  },
  reply: z.object({ message: z.string(), imported: z.int() }),
})
