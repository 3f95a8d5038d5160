import { LIMITS } from '../../../../limits.ts'
import type { Section } from './section.ts'

const MB = 1024 * 1024

export const ERRORS: Section = {
  id: 'errors',
  title: 'Errors',
  blocks: [
    {
      text: 'A refusal is JSON with a `message` for people; fields that break a rule are named in `errors`, those within others with dots (`post_call_schema.0.name`).',
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
          'Malformed JSON, or what is asked for cannot be done: the message says why.',
          'Change the request.',
        ],
        [
          '401',
          'Key, session or token is missing or not valid. Always `{"message":"Unauthenticated."}`.',
          'Send a good key.',
        ],
        [
          '403',
          'A page of another website asks, or the account may not do that.',
          'Ask from a server, or as the owner.',
        ],
        ['404', 'No such path, or nothing with that id for you.', 'Check the id.'],
        ['405', 'The path has other methods; `Allow` lists them.', 'Use one of them.'],
        [
          '409',
          'The same is under way at this moment, or exists already.',
          'Wait, then look what became of it.',
        ],
        [
          '413',
          `The body is too large: JSON over ${LIMITS.bodyBytes / MB} MB, files over ${LIMITS.uploadBytes / MB} MB.`,
          'Send less.',
        ],
        [
          '415',
          'The body has another content type than the endpoint takes.',
          'Say `Content-Type: application/json`.',
        ],
        [
          '421',
          'The request was sent to a name that is not this server’s.',
          'Use the base address.',
        ],
        ['422', 'Fields break a rule; `errors` names each.', 'Change the fields.'],
        ['429', 'Too many requests.', 'Wait as long as `Retry-After` says.'],
        [
          '500',
          'A fault of the server or of a provider behind it.',
          'Look up `request_id`, which is also the header `X-Request-Id`, in the log.',
        ],
        ['507', 'The disk is full; nothing was saved.', 'Make room.'],
      ],
    },
    {
      text: 'They are looked at in this order: 421, 404 of a path, 405, 401, 415, 413, 400 of the syntax, 422. The public chat endpoints under `/conversations` answer `{"status":false,"error":"…"}` instead, and `/user/ai/generate-reply` `{"success":false,"error":"…","error_code":"…"}`, as the clients of this API family expect.',
    },
  ],
}
