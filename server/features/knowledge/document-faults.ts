import type { FieldErrors } from '#contracts/errors.ts'
import type { NewDocument } from '#contracts/knowledge.ts'

/** Contradictions in a new document: a page has an address, everything else is a file. */
export function documentFaults(fields: Partial<NewDocument>): FieldErrors {
  const { type, url, file, crawl } = fields
  // A type that is none says nothing about the rest.
  if ('type' in fields && type === undefined) return {}
  if (type !== 'website') {
    return {
      ...(!file && { file: ['The file field is required unless type is website.'] }),
      ...(crawl && { crawl: ['The crawl field is prohibited unless type is website.'] }),
    }
  }
  return {
    ...(url === undefined && { url: ['The url field is required when type is website.'] }),
    ...(file && { file: ['The file field is prohibited when type is website.'] }),
  }
}
