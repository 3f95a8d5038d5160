import type { Section } from './section.ts'

export const REQUESTS: Section = {
  id: 'requests',
  title: 'Requests and values',
  blocks: [
    {
      list: [
        'Bodies are JSON in UTF-8 with `Content-Type: application/json`. An empty body counts as an empty object. Every response is JSON, even without content: never 204.',
        '**Ids** are integers in responses. In requests `7` and `"7"` are the same; anything else is rejected.',
        '**Booleans** are `true` and `false`; 0 and 1 are accepted.',
        '`null` in an optional field means "not sent" on creation, and clears the field on update.',
        'Unknown fields and parameters are ignored.',
        'Text lengths count characters (Unicode code points). Nothing is trimmed; texts are stored as sent.',
        '**Money** is US dollars with at most six decimals.',
        '**Times** are UTC: `YYYY-MM-DD HH:MM:SS`, or ISO 8601 where a field says so. Days are whole days in UTC.',
        '**Timezones** are names such as `Europe/Berlin` or `UTC`, not offsets.',
        '**URLs** are absolute, http or https, without credentials, at most 2,048 characters.',
      ],
    },
  ],
}

export const LISTS: Section = {
  id: 'lists',
  title: 'Pagination',
  blocks: [
    {
      text: 'Lists take `page` (from 1; anything else is page 1) and `per_page` (1 to 100), and return an envelope: `data` with the items, `current_page`, `last_page`, `per_page`, `total`, `from` and `to` (null on an empty page), `links`, and the URLs of the first, last, next and previous page, which include your filters. A page beyond the end is empty, not an error. Lookups and a few short lists are bare arrays.',
    },
    {
      language: 'python',
      code: `page = 1
while True:
    answer = requests.get(f"{BASE}/user/calls", headers=HEADERS, params={"page": page, "per_page": 100}).json()
    for call in answer["data"]:
        print(call["id"], call["status"])
    if page >= answer["last_page"]:
        break
    page += 1`,
    },
    {
      text: 'Conversations, calls and text messages are sorted newest first; everything else by id.',
    },
  ],
}
