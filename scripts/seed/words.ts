/* Names of seeded people, and the texts of their conversations. */

export const PEOPLE = [
  'Ada Byron',
  'Ben Okafor',
  'Carla Reyes',
  'Dmitri Novak',
  'Elif Demir',
  'Femi Ade',
  'Grace Lin',
  'Hugo Martin',
  'Ines Costa',
  'Jonas Weber',
  'Kira Sato',
  'Liam Walsh',
] as const

export const BUSINESSES = [
  'Bakery',
  'Bike shop',
  'Dentist',
  'Garden centre',
  'Hotel desk',
  'Insurance',
  'Real estate',
  'Repair service',
] as const

export const CAMPAIGNS = ['Spring offers', 'Appointment reminders', 'Customer survey'] as const

/** Questions with their answers. */
export const TALK = [
  ['Are you open on Saturday?', 'Yes, from nine to one.'],
  ['Can I change my appointment?', 'Of course. Which day would suit you?'],
  ['How long does delivery take?', 'Two to three working days.'],
  ['Do you take cards?', 'Yes, all of the usual ones.'],
  ['Where can I park?', 'There are places behind the building.'],
  ['I have not received my order.', 'I am sorry. Could you tell me its number?'],
  ['What does it cost?', 'That depends on the size; it starts at twenty.'],
  ['Thank you!', 'You are welcome. Is there anything else?'],
] as const

export const NOTES = [
  'Your appointment is tomorrow at 10:00.',
  'Your order is on its way.',
  'Thank you for calling. We will be in touch.',
  'Your code is 4711. It is valid for ten minutes.',
] as const
