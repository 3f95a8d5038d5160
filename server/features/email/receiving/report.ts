import { type Attachment, addressParser } from 'postal-mime'
import type { DeliveryReport } from './incoming.ts'

/** Maximum length of a part that is read, bytes, and of a mail server's words, characters. */
const MAX_PART = 64 * 1024
const MAX_TEXT = 300

/** Maximum recipients of a report that are looked at. */
const MAX_RECIPIENTS = 100

/** The delivery report that an email is; undefined for any other email. */
export function reportOf(
  attachments: readonly Attachment[],
  contentType: string,
): DeliveryReport | undefined {
  if (!/^multipart\/report\b/i.test(contentType.trim())) return undefined
  const status = attachments.find(({ mimeType }) => mimeType === 'message/delivery-status')
  if (!status) return undefined
  const original = attachments.find(({ mimeType }) =>
    ['message/rfc822', 'text/rfc822-headers', 'message/rfc822-headers'].includes(mimeType),
  )
  const messageId = original && fieldsIn(textOf(original).split(/\r?\n\r?\n/)[0]!).get('message-id')
  return {
    messageId: /<[^<>\s]{3,250}>/.exec(messageId ?? '')?.[0],
    recipients: textOf(status)
      .split(/\r?\n\r?\n/)
      .slice(0, MAX_RECIPIENTS)
      .map(fieldsIn)
      .flatMap((fields) => {
        const action = fields.get('action')?.toLowerCase() ?? ''
        const text = (fields.get('diagnostic-code') ?? fields.get('status') ?? '').replace(
          /^[\w-]+\s*;\s*/,
          '',
        )
        return ['original-recipient', 'final-recipient']
          .map((name) => addressIn(fields.get(name) ?? ''))
          .filter((address) => address !== '')
          .map((address) => ({ address, action, text: text.slice(0, MAX_TEXT) }))
      }),
  }
}

function textOf({ content }: Attachment): string {
  if (typeof content === 'string') return content.slice(0, MAX_PART)
  const bytes = content instanceof Uint8Array ? content : new Uint8Array(content)
  return new TextDecoder().decode(bytes.subarray(0, MAX_PART))
}

/** Header fields with their folded lines; the first of each name counts. */
function fieldsIn(block: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (const line of block.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).trim().toLowerCase()
    if (colon > 0 && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim())
  }
  return fields
}

/** The address of "rfc822; ana@example.org", in lower case. */
const addressIn = (value: string): string =>
  addressParser(value.replace(/^[\w-]+\s*;\s*/, ''), {
    flatten: true,
  })[0]?.address?.toLowerCase() ?? ''
