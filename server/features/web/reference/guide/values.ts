import type { Section } from './section.ts'

export const REQUESTS: Section = {
  id: 'requests',
  title: 'Requests and values',
  blocks: [
    {
      list: [
        'Bodies are JSON in UTF-8 with `Content-Type: application/json`. An empty body is an empty object. Every answer is JSON, also of what has nothing to say: never 204.',
        '**Ids** are integers in answers. In requests `7` and `"7"` are the same; anything else is refused.',
        '**Booleans** are `true` and `false`; 0 and 1 are taken as well.',
        '`null` in an optional field means "not sent" where something is created, and clears the field where something is changed.',
        'Fields and parameters that are not described here are ignored.',
        'Lengths of texts count characters (Unicode code points). Nothing is trimmed; what is stored is what was sent.',
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
  title: 'Lists, page by page',
  blocks: [
    {
      text: 'Lists take `page` (from 1; anything else is page 1) and `per_page` (1 to 100), and answer an envelope: `data` with the items, `current_page`, `last_page`, `per_page`, `total`, `from` and `to` (null on an empty page), `links`, and the address of the first, last, next and previous page, which carry your filters on. A page beyond the end is empty, not an error. Lookups and a few lists that are short by nature are bare arrays.',
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
      text: 'Conversations, calls and text messages come newest first; everything else by its id.',
    },
  ],
}
