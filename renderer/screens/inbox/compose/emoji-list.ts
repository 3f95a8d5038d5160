const split = (emoji: string): readonly string[] => emoji.split(' ')

/** Emoji for replies, by group. */
export const EMOJI = {
  faces: split(
    '😀 😃 😄 😁 😅 😂 🙂 😉 😊 😍 😘 😋 😎 🤩 🥳 🤔 🤗 🤭 😐 😏 😬 😴 😕 😟 🙁 😮 😢 😭 😤 😡 🤯 😱 🥺 🙈',
  ),
  gestures: split('👍 👎 👌 ✌️ 🤞 🤝 👏 🙌 🙏 💪 👋 👉 👈 👆 👇 ☝️ ✍️ 👀'),
  signs: split('❤️ 🧡 💛 💚 💙 💜 💔 💯 ✨ ⭐ 🔥 🎉 🎁 🎂 ✅ ❌ ❓ ❗ ⚠️ ℹ️ 🔔 🔒 ⏰ 📅'),
  things: split('📦 🚚 💳 🧾 🛒 🏷️ 📷 📎 📄 📧 📞 💻 📱 🔧 🔑 🏠 🏢 ✈️ 🚗 🚆 ☀️ 🌧️ ☕ 🍀'),
} as const
