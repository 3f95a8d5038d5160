import type { FieldFaults } from '#contracts/errors.ts'
import { fault } from '#contracts/faults.ts'
import type { NewDocument } from '#contracts/knowledge.ts'

const WEBSITE = { other: 'type', value: 'website' }

/** Inconsistent fields of a new document: web pages have a URL, all other types a file. */
export function documentFaults(fields: Partial<NewDocument>): FieldFaults {
  const { type, url, file, crawl } = fields
  // With an invalid type, the other fields cannot be checked.
  if ('type' in fields && type === undefined) return {}
  if (type !== 'website') {
    return {
      ...(!file && { file: [fault('required_unless', WEBSITE)] }),
      ...(crawl && { crawl: [fault('prohibited_unless', WEBSITE)] }),
    }
  }
  return {
    ...(url === undefined && { url: [fault('required_when', WEBSITE)] }),
    ...(file && { file: [fault('prohibited_when', WEBSITE)] }),
  }
}
