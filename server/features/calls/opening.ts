import { callPhrasesFor } from '../../language/call-phrases.ts'
import type { AssistantWithLanguage } from '../assistants/queries.ts'

type Opening = Pick<
  AssistantWithLanguage,
  'record' | 'recording_notice' | 'initial_message' | 'wait_for_customer' | 'language'
>

/** The sentence that tells a caller of the recording; empty where the call is not recorded, or the operator tells them otherwise. */
export const recordingNotice = ({ record, recording_notice: notice, language }: Opening): string =>
  record === 1 && notice === 1 ? callPhrasesFor(language).recorded : ''

/** Reports whether the assistant speaks before the caller does: nobody is recorded without being told first. */
export const hasOpening = (assistant: Opening): boolean =>
  recordingNotice(assistant) !== '' ||
  (assistant.wait_for_customer === 0 && assistant.initial_message.trim() !== '')

/**
 * First words of a call: the recording notice, then the greeting.
 * @param greeting left for later where the assistant waits for the caller
 */
export function openingWords(assistant: Opening, greeting: string): string {
  const words = assistant.wait_for_customer === 1 ? '' : greeting
  return [recordingNotice(assistant), words].filter((part) => part.trim() !== '').join(' ')
}
