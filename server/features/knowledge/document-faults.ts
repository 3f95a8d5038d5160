import type { FieldFaults } from '#contracts/errors.ts'
import { fault } from '#contracts/faults.ts'
import type { NewDocument } from '#contracts/knowledge.ts'

const WEBSITE = { other: 'type', value: 'website' }

/** Contradictions in a new document: a page has an address, everything else is a file. */
export function documentFaults(fields: Partial<NewDocument>): FieldFaults {
  const { type, url, file, crawl } = fields
  // A type that is none says nothing about the rest.
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
