import { LIMITS } from '../../../../limits.ts'
import type { Section } from './section.ts'

const MB = 1024 * 1024

export const ERRORS: Section = {
  id: 'errors',
  title: 'Errors',
  blocks: [
    {
      text: 'Errors are JSON with a human-readable `message`; invalid fields are listed in `errors`, nested ones with dots (`post_call_schema.0.name`).',
    },
    {
      language: 'json',
      code: `{
  "message": "The given data was invalid.",
  "errors": { "assistant_id": ["The assistant id field is required."] }
}`,
    },
    {
      head: ['Status', 'When', 'What to do'],
      rows: [
        [
          '400',
          'Malformed JSON, or the request cannot be fulfilled: the message says why.',
          'Change the request.',
        ],
        [
          '401',
          'Key, session or token is missing or invalid. Always `{"message":"Unauthenticated."}`.',
          'Send a valid key.',
        ],
        ['402', 'The balance does not reach for a phone number.', 'Top up, then ask again.'],
        [
          '403',
          'The request comes from a page of another website, or the account lacks permission.',
          'Send it from a server, or as the owner.',
        ],
        ['404', 'No such path, or nothing with that id in your account.', 'Check the id.'],
        ['405', 'The path has other methods; `Allow` lists them.', 'Use one of them.'],
        [
          '409',
          'The same request is in progress, or the object already exists.',
          'Wait, then check the result.',
        ],
        [
          '413',
          `The body is too large: JSON over ${LIMITS.bodyBytes / MB} MB, files over ${LIMITS.uploadBytes / MB} MB.`,
          'Send a smaller body.',
        ],
        [
          '415',
          'The endpoint does not accept the body’s content type.',
          'Send `Content-Type: application/json`.',
        ],
        [
          '421',
          'The request was sent to a host name that is not this server’s.',
          'Use the base URL.',
        ],
        ['422', 'Invalid fields; `errors` lists each.', 'Correct the fields.'],
        ['429', 'Too many requests.', 'Wait for the seconds given in `Retry-After`.'],
        [
          '500',
          'An error of the server or of a provider behind it.',
          'Find `request_id`, which is also in the header `X-Request-Id`, in the log.',
        ],
        ['507', 'The disk is full; nothing was saved.', 'Free some space.'],
      ],
    },
    {
      text: 'They are checked in this order: 421, 404 for an unknown path, 405, 401, 415, 413, 400 for malformed JSON, 422. The public chat endpoints under `/conversations` return `{"status":false,"error":"…"}` instead, and `/user/ai/generate-reply` `{"success":false,"error":"…","error_code":"…"}`, as the clients of this API family expect.',
    },
  ],
}
