import { z } from 'zod'
import { CsvDelimiter, CsvEncoding } from './csv-format.ts'
import { endpoint } from './endpoint.ts'
import { issue } from './faults.ts'
import { Id, optional, Uuid } from './scalars.ts'

/** Maximum number of rows in a file of leads. */
export const MAX_LEADS = 100_000

/** A flag of a form, whose fields are text. */
const FormFlag = z
  .literal([0, 1, '0', '1', 'true', 'false'], { error: issue('not_a_boolean') })
  .transform((value) => value === 1 || value === '1' || value === 'true')

/** Progress of an import: its file is read, then the leads are added. */
export const LeadImportProgress = z.object({
  id: Uuid,
  stage: z.enum(['reading', 'adding']),
  share: z.number().describe('Of the stage, between 0 and 1.'),
})
export type LeadImportProgress = z.output<typeof LeadImportProgress>

export const importLeads = endpoint({
  method: 'post',
  path: '/user/leads/import',
  aliases: ['/user/lead/import'],
  capability: 'outreach',
  summary: 'Import leads from a CSV file into a campaign',
  description: `A \`multipart/form-data\` body with the file, at most ${MAX_LEADS} rows. The first line names the columns: \`phone_number\`, \`secondary_phone_1\` to \`secondary_phone_10\`, \`secondary_N_<variable>\` for a variable of that contact; every other column is a variable of the lead. Good rows are taken; the answer gives the reasons for the first 1,000 others. A client that closes the connection while the file is read cancels the import: nothing is added.`,
  upload: 'file',
  body: z.object({
    // Asked for by the handler, after the faults of all other fields.
    file: optional(z.file({ error: issue('not_a_file') })).describe('Required.'),
    campaign_id: Id,
    delimiter: optional(CsvDelimiter).describe('Character between the cells; detected by default.'),
    encoding: optional(CsvEncoding).describe('Encoding of the file; detected by default.'),
    country_code: optional(z.string().toUpperCase()).describe(
      'Country (ISO 3166-1) of numbers without a country code.',
    ),
    allow_dupplicate: optional(FormFlag)
      .meta({ default: false })
      .describe('Whether the campaign may have a number twice.'),
    allow_duplicate: optional(FormFlag).describe('Another name of `allow_dupplicate`.'),
    dry_run: optional(FormFlag)
      .meta({ default: false })
      .describe('Checks every row and adds none.'),
    progress_id: optional(Uuid).describe(
      'Sends progress as events `leads.importing` with this id on the operators’ stream.',
    ),
  }),
  examples: { reply: { message: 'Leads imported successfully' } },
  reply: z.object({
    message: z.string(),
    imported: z.int().describe('Leads added; in a dry run, leads that would be.'),
    skipped: z
      .array(z.object({ line: z.int().describe('In the file, from 1.'), reason: z.string() }))
      .describe('The first 1,000 rows that were not taken, by line.'),
    skipped_count: z.int().describe('All rows that were not taken.'),
  }),
})
