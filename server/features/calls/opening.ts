import { callPhrasesFor } from '../../language/call-phrases.ts'
import type { AssistantWithLanguage } from '../assistants/queries.ts'

type Opening = Pick<
  AssistantWithLanguage,
  'record' | 'recording_notice' | 'initial_message' | 'wait_for_customer' | 'language'
>

/** The sentence that announces the recording; empty if the call is not recorded or the notice is off. */
export const recordingNotice = ({ record, recording_notice: notice, language }: Opening): string =>
  record === 1 && notice === 1 ? callPhrasesFor(language).recorded : ''

/** Reports whether the assistant speaks first: nobody is recorded without being told. */
export const hasOpening = (assistant: Opening): boolean =>
  recordingNotice(assistant) !== '' ||
  (assistant.wait_for_customer === 0 && assistant.initial_message.trim() !== '')

/**
 * Opening words of a call: the recording notice, then the greeting.
 * @param greeting omitted if the assistant waits for the caller
 */
export function openingWords(assistant: Opening, greeting: string): string {
  const words = assistant.wait_for_customer === 1 ? '' : greeting
  return [recordingNotice(assistant), words].filter((part) => part.trim() !== '').join(' ')
}
