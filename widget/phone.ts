/** Width up to which the chat fills the screen and therefore does not open by itself, px. */
export const PHONE = 480
