/** The secret behind the `#` of a private link, also below quote marks and inside a link that a filter has rewritten. */
const PRIVATE_LINK = /((?:\/|%2F)continue(?:\/|%2F)[\da-f-]{36}(?:#|%23))[\s>]*[\w-]{43}/gi

/** The signed token of a link that ends emails. */
const UNSUBSCRIBE_LINK =
  /((?:\/|%2F)email(?:\/|%2F)unsubscribe(?:\/|%2F))[\s>]*o?\d{1,15}\.[\w-]{22}/gi

/** A text without the secrets of our own emails that it quotes: whoever reads it is not their recipient. */
export const withoutSecrets = (text: string): string =>
  text.replace(PRIVATE_LINK, '$1private').replace(UNSUBSCRIBE_LINK, '$1private')
