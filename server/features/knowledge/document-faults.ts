import type { FieldFaults } from '#contracts/errors.ts'
import { fault } from '#contracts/faults.ts'
import type { NewDocument } from '#contracts/knowledge.ts'

const WEBSITE = { other: 'type', value: 'website' }

/** Inconsistent fields of a new document: websites have addresses, all other types a file. */
export function documentFaults(fields: Partial<NewDocument>): FieldFaults {
  const { type, file, crawl } = fields
  // With an invalid type, the other fields cannot be checked.
  if ('type' in fields && type === undefined) return {}
  if (!isWebsite(fields)) {
    return {
      ...(!file && { file: [fault('required_unless', WEBSITE)] }),
      ...(crawl && { crawl: [fault('prohibited_unless', WEBSITE)] }),
    }
  }
  return {
    ...addressFaults(fields),
    ...crawlFaults(fields),
    ...(file && { file: [fault('prohibited_when', WEBSITE)] }),
  }
}

/** Clients of the API family may leave out the type of a website. */
function isWebsite({ type, file, ...fields }: Partial<NewDocument>): boolean {
  if (type) return type === 'website'
  return !file && hasAddress(fields)
}

/** One that is invalid counts, too: it has a fault of its own. */
const hasAddress = (fields: Pick<Partial<NewDocument>, 'url' | 'links'>): boolean =>
  ('url' in fields && fields.url !== null) || ('links' in fields && fields.links !== null)

function addressFaults(fields: Partial<NewDocument>): FieldFaults {
  if (hasAddress(fields)) return {}
  return {
    url: [fault('required_if_absent', { other: 'links' })],
    links: [fault('required_if_absent', { other: 'url' })],
  }
}

/** A crawl reads one website, in its own way. */
function crawlFaults({ crawl, links, relative_links_limit }: Partial<NewDocument>): FieldFaults {
  if (!crawl) return {}
  if (relative_links_limit !== undefined)
    return { crawl: [fault('prohibited_with', { other: 'relative_links_limit' })] }
  return links === undefined || links === null
    ? {}
    : { crawl: [fault('prohibited_with', { other: 'links' })] }
}
