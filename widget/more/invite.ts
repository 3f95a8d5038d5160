import type { Inviting } from './invitation.tsx'
import { invitationOf } from './offers.ts'
import { wordsOf } from './words.ts'

/** Loads the invitation's code if there is an invitation. */
export async function invite(inviting: Omit<Inviting, 'invitation' | 'wordsOf'>): Promise<void> {
  const invitation = invitationOf(inviting.options, inviting.raw)
  if (!invitation) return
  const { offerInvitation } = await import('./invitation.tsx')
  offerInvitation({ ...inviting, invitation, wordsOf })
}
