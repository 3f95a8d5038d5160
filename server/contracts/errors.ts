import { z } from 'zod'
import { type Fault, fault } from './faults.ts'
import type errors from './messages/en/errors.json'

/** Every kind of failure a response can report, with its status (docs/spec/decisions.md, section 1). */
export const STATUS_OF = {
  bad_request: 400,
  unauthenticated: 401,
  payment_required: 402,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  misdirected: 421,
  invalid: 422,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
  storage_full: 507,
} as const

export type ErrorKind = keyof typeof STATUS_OF

/** Identity of an error; its message is in `messages/<language>/errors.json`. */
export type ErrorCode = keyof typeof errors

/** The kind of every error, which determines its status. */
export const KIND_OF: Readonly<Record<ErrorCode, ErrorKind>> = {
  bad_request: 'bad_request',
  malformed_json: 'bad_request',
  malformed_form: 'bad_request',
  malformed_csv: 'bad_request',
  insufficient_balance: 'bad_request',
  insufficient_balance_for_sms: 'bad_request',
  sender_not_found: 'bad_request',
  sender_not_sms_capable: 'bad_request',
  sender_inactive: 'bad_request',
  recipient_invalid: 'bad_request',
  destination_unsupported: 'bad_request',
  destination_not_allowed: 'bad_request',
  call_country_not_allowed: 'bad_request',
  call_number_invalid: 'bad_request',
  campaign_action_invalid: 'bad_request',
  campaign_unpaid: 'bad_request',
  campaign_assistant_inactive: 'bad_request',
  campaign_without_leads: 'bad_request',
  campaign_not_running: 'bad_request',
  phone_number_in_use: 'bad_request',
  phone_number_not_for_sale: 'bad_request',
  phone_number_being_released: 'bad_request',
  archive_unusable: 'bad_request',
  archive_locked: 'bad_request',
  unauthenticated: 'unauthenticated',
  reply_unpaid: 'payment_required',
  purchase_unpaid: 'payment_required',
  balance_insufficient: 'payment_required',
  role_not_allowed: 'forbidden',
  address_blocked: 'forbidden',
  owner_role: 'forbidden',
  owner_only: 'forbidden',
  note_author_only: 'forbidden',
  same_origin_only: 'forbidden',
  sign_in_by_link: 'forbidden',
  first_operator: 'forbidden',
  session_expired: 'forbidden',
  signature_invalid: 'forbidden',
  site_not_allowed: 'forbidden',
  not_found: 'not_found',
  address_not_found: 'not_found',
  session_not_found: 'not_found',
  account_not_found: 'not_found',
  api_key_not_found: 'not_found',
  assistant_not_found: 'not_found',
  assistant_not_yours: 'not_found',
  reply_assistant_not_found: 'not_found',
  attachment_not_found: 'not_found',
  backup_not_found: 'not_found',
  call_not_found: 'not_found',
  lead_not_found: 'not_found',
  listed_number_not_found: 'not_found',
  campaign_not_found: 'not_found',
  campaign_to_change_not_found: 'not_found',
  outbound_assistant_not_found: 'not_found',
  canned_reply_not_found: 'not_found',
  contact_not_found: 'not_found',
  conversation_not_found: 'not_found',
  country_not_found: 'not_found',
  delivery_not_found: 'not_found',
  document_not_found: 'not_found',
  folder_not_found: 'not_found',
  email_not_found: 'not_found',
  knowledge_base_not_found: 'not_found',
  label_not_found: 'not_found',
  message_not_found: 'not_found',
  messenger_sender_missing: 'not_found',
  messenger_sender_not_found: 'not_found',
  messenger_sender_not_yours: 'not_found',
  template_not_found: 'not_found',
  model_provider_not_found: 'not_found',
  note_not_found: 'not_found',
  explanation_not_found: 'not_found',
  notice_not_found: 'not_found',
  operation_not_found: 'not_found',
  operator_not_found: 'not_found',
  phone_number_not_found: 'not_found',
  sip_trunk_not_found: 'not_found',
  restore_not_found: 'not_found',
  run_not_found: 'not_found',
  speech_provider_not_found: 'not_found',
  test_not_found: 'not_found',
  not_a_crawled_website: 'not_found',
  tool_not_found: 'not_found',
  version_not_found: 'not_found',
  view_not_found: 'not_found',
  method_not_allowed: 'method_not_allowed',
  already_exists: 'conflict',
  already_added: 'conflict',
  archive_from_elsewhere: 'conflict',
  archive_not_restorable: 'conflict',
  assistant_changed: 'conflict',
  backup_under_way: 'conflict',
  call_over: 'conflict',
  lead_being_called: 'conflict',
  campaign_assistant_fixed: 'conflict',
  call_not_transferable: 'conflict',
  calls_unavailable: 'conflict',
  telephone_not_ready: 'conflict',
  person_answers: 'conflict',
  cannot_be_undone: 'conflict',
  conversation_changed: 'conflict',
  crawl_under_way: 'conflict',
  delivery_not_replayable: 'conflict',
  delivery_under_way: 'conflict',
  dial_not_at_approve: 'conflict',
  dial_turned_to_auto: 'conflict',
  dial_turned_to_approve: 'conflict',
  dial_turned_to_human: 'conflict',
  draft_out_of_date: 'conflict',
  draft_sent: 'conflict',
  idempotency_key_in_use: 'conflict',
  phone_number_not_being_released: 'conflict',
  sip_trunk_exists: 'conflict',
  listeners_full: 'conflict',
  in_memory_only: 'conflict',
  no_keyring: 'conflict',
  no_webhook_address: 'conflict',
  nothing_answers: 'conflict',
  nothing_to_answer: 'conflict',
  nothing_to_run: 'conflict',
  public_addresses_only: 'conflict',
  secrets_key_changed: 'conflict',
  sms_maybe_sent: 'conflict',
  too_many_tests: 'conflict',
  body_too_large: 'too_large',
  file_too_large: 'too_large',
  archive_too_large: 'too_large',
  attachment_too_large: 'too_large',
  compressed_form: 'unsupported_media_type',
  wrong_content_type: 'unsupported_media_type',
  misdirected: 'misdirected',
  invalid_data: 'invalid',
  validation_failed: 'invalid',
  phone_number_unparsable: 'invalid',
  assistant_inactive: 'invalid',
  assistant_without_model: 'invalid',
  number_on_do_not_call: 'invalid',
  insufficient_balance_for_call: 'invalid',
  speech_unpaid: 'invalid',
  sender_offline: 'invalid',
  template_not_approved: 'invalid',
  template_mismatch: 'invalid',
  no_assistant_configured: 'invalid',
  invalid_phone: 'invalid',
  destination_not_priced: 'invalid',
  opted_out: 'invalid',
  messaging_limit_reached: 'invalid',
  messenger_refused: 'invalid',
  too_many_requests: 'too_many_requests',
  server_error: 'internal',
  data_damaged: 'internal',
  backup_failed: 'internal',
  sms_not_sent: 'internal',
  purchase_failed: 'internal',
  sip_trunk_not_created: 'internal',
  sip_trunk_not_updated: 'internal',
  messenger_outcome_unknown: 'internal',
  answer_not_ready: 'unavailable',
  lines_busy: 'unavailable',
  pages_not_built: 'unavailable',
  sender_unavailable: 'unavailable',
  model_unavailable: 'unavailable',
  voice_silent: 'unavailable',
  storage_full: 'storage_full',
}

/** Errors that the API family knows by another name than ours. */
const FAMILY_CODES: Partial<Record<ErrorCode, string>> = {
  reply_assistant_not_found: 'ASSISTANT_NOT_FOUND',
  reply_unpaid: 'INSUFFICIENT_BALANCE',
}

/** The `error_code` of an error in the bodies that have one. */
export const familyCodeOf = (code: ErrorCode): string => FAMILY_CODES[code] ?? code.toUpperCase()

/** The HTTP status of an error. */
export const statusOf = (code: ErrorCode): number => STATUS_OF[KIND_OF[code]]

/** Codes that the API family has for errors in its own shape, where they are not the code in capitals. */
const FAMILY_CODES: Readonly<Partial<Record<ErrorCode, string>>> = {
  balance_insufficient: 'INSUFFICIENT_BALANCE',
  messenger_sender_not_found: 'SENDER_NOT_FOUND',
  messenger_sender_not_yours: 'SENDER_NOT_FOUND',
  messenger_refused: 'PROVIDER_ERROR_UNKNOWN',
  messenger_outcome_unknown: 'OUTCOME_UNKNOWN',
  sender_unavailable: 'SENDER_OFFLINE',
}

/** The `error_code` of an error in the shape of the API family. */
export const familyCodeOf = (code: ErrorCode): string => FAMILY_CODES[code] ?? code.toUpperCase()

/** An error that an endpoint can return: its code, or a fault with params if its message has placeholders. */
export type Refusal = ErrorCode | Fault<ErrorCode>

export const faultOfRefusal = (refusal: Refusal): Fault<ErrorCode> =>
  typeof refusal === 'string' ? fault(refusal) : refusal

/** Faults by field, nested fields with dots (`post_call_schema.0.name`). */
export type FieldFaults = Record<string, Fault[]>

/** The same faults rendered as messages, as sent over the wire. */
export type FieldErrors = Record<string, string[]>

export const ErrorBody = z.object({
  message: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
  /** Error reported by the upstream provider, if it caused this one; on some endpoints the message again. */
  error: z.string().optional(),
  /** Current state, if a concurrent change came first (409). */
  data: z.unknown().optional(),
  request_id: z.string().optional(),
  /** Seconds to wait, as in `Retry-After` (429). */
  retry_after: z.int().optional(),
})
