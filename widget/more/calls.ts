import type { VisitorConversation } from '#contracts/widget.ts'
import type { Api } from '../api.ts'

/** A conversation in the visitor's list. */
export type ListedConversation = Omit<VisitorConversation, 'messages' | 'cursor'>

/** Requests of the API that few visitors make. */
export const calls = ({ call }: Api) => ({
  closeSession: () => call('session', {}, 'DELETE'),
  identify: (identity: string) => call<{ token: string }>('identity', { identity }),
  erase: () => call('visitor', {}, 'DELETE'),
  conversations: () => call<{ data: ListedConversation[] }>('conversations'),
  end: (id: string) => call(`conversations/${id}/end`, {}),
  goOn: (id: string) => call(`conversations/${id}/continue`, {}),
  rate: (id: string, rating: object) => call(`conversations/${id}/rating`, rating, 'PUT'),
  typing: (id: string, active: boolean, text?: string) =>
    call(`conversations/${id}/typing`, { active, text }),
  visit: (page: object) => call('pages', page),
})
