import type { Onboarding } from '#contracts/home.ts'

/** The state of a new account: its assistant is on, and nothing else has been done. */
export const FIRST_FACTS: Onboarding['facts'] = {
  named: false,
  assistant_active: true,
  own_knowledge: false,
  tested: false,
  embedded: false,
  person_replied: false,
  own_model: false,
  phone_number: false,
  balance: false,
  team: false,
}
