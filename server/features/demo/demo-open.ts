import type { Dialogue } from './demo-dialogues.ts'
import type { DemoCall } from './demo-tools.ts'

/** Conversations in progress: minutes since the last message. */
export const OPEN: readonly {
  readonly ago: number
  readonly type?: 'widget' | 'messenger'
  readonly mode: 'auto' | 'approve' | 'human'
  readonly needsPerson?: boolean
  readonly assignee?: 0 | 1
  readonly note?: string
  readonly proposal?: string
  readonly call?: DemoCall
  readonly dialogue: Dialogue
}[] = [
  {
    ago: 47,
    mode: 'auto',
    needsPerson: true,
    dialogue: {
      language: 'en',
      name: 'Priya Nair',
      page: '/delivery',
      label: 'Order',
      mood: 0,
      lines: [
        ['v', 'I moved last week. Can you still change the address of order 4202?'],
        [
          'a',
          'I cannot change orders myself. I have asked a person to do it; they answer during opening hours.',
        ],
        ['v', 'Thanks. It ships tomorrow, so it would be great to have it sorted today.'],
      ],
    },
  },
  {
    ago: 21,
    mode: 'human',
    assignee: 0,
    note: 'Frame number is on file from the last inspection. Ask the insurer for the claim number first.',
    dialogue: {
      language: 'de',
      name: 'Paul Richter',
      page: '/werkstatt',
      label: 'Workshop',
      mood: 0,
      lines: [
        [
          'v',
          'Mein Rad wurde angefahren. Können Sie einen Kostenvoranschlag für die Versicherung schreiben?',
        ],
        ['a', 'Ja, das macht unsere Werkstatt. Ich hole jemanden dazu.'],
        [
          'p',
          'Guten Tag, Lena hier. Das machen wir gern. Ist der Rahmen verbogen, oder nur das Vorderrad?',
        ],
        [
          'v',
          'Das Vorderrad auf jeden Fall, beim Rahmen bin ich nicht sicher. Kann ich Ihnen Fotos schicken?',
        ],
      ],
    },
  },
  {
    ago: 9,
    mode: 'approve',
    assignee: 1,
    proposal:
      'A full inspection with a new chain and brake pads costs 119 euros. For a commuter with 4,000 km that is usually the right one. Shall we put you down for Thursday morning?',
    dialogue: {
      language: 'en',
      name: 'Tom Baker',
      page: '/workshop',
      label: 'Workshop',
      mood: 0,
      lines: [['v', 'My commuter has 4,000 km on it. Basic or full inspection?']],
    },
  },
  {
    ago: 5,
    type: 'messenger',
    mode: 'auto',
    dialogue: {
      language: 'en',
      name: 'Sofia Rossi',
      page: '/workshop',
      label: 'Workshop',
      mood: 0,
      lines: [
        ['v', 'Hi! Do you check brakes without an appointment?'],
        ['a', 'Yes, bring the bike before 11 and it is usually done on the same day.'],
        ['v', 'Perfect. And what does it cost if the pads are worn?'],
        ['a', 'New pads are 12 to 18 euros a wheel, plus 15 euros for the work.'],
      ],
    },
  },
  {
    ago: 2,
    mode: 'auto',
    call: {
      name: 'find_bike',
      args: { model: 'Loop 7 B', size: 'M' },
      result: { model: 'Loop 7 B', size: 'M', weight_kg: 15.8, price_eur: 1499, in_stock: 2 },
    },
    dialogue: {
      language: 'en',
      name: 'Amelia Ward',
      page: '/bikes/city',
      label: 'Advice',
      mood: 0,
      lines: [
        ['v', 'Is the Loop 7 available with a belt drive?'],
        [
          'a',
          'Yes, the Loop 7 B has a belt and an eight-speed hub. It costs 200 euros more and never needs oil.',
        ],
        ['v', 'And the weight?'],
        ['a', '15.8 kilograms in size M, about 400 grams more than with a chain.'],
      ],
    },
  },
]
