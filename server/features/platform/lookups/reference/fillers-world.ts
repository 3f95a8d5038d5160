import { fillers } from './fillers.ts'

/** Default filler phrases of the other languages, by code. */
export const WORLD_FILLERS = {
  en: fillers(
    'Great! | Glad to hear it. | That sounds good. | Wonderful.',
    'I see. | I am sorry to hear that. | I understand. | Let me see what can be done.',
    'Good question. | Let me check. | One moment, I am looking that up. | Let me see.',
    'Okay. | Got it. | All right. | One moment.',
  ),
  ar: fillers(
    'رائع! | يسعدني سماع ذلك. | ممتاز.',
    'أفهم ذلك. | يؤسفني سماع ذلك. | لنرَ ما يمكن فعله.',
    'سؤال جيد. | لحظة من فضلك، أتحقق من ذلك. | دعني أرى.',
    'حسنًا. | مفهوم. | لحظة من فضلك.',
  ),
  bn: fillers(
    'দারুণ! | শুনে ভালো লাগল। | খুব ভালো।',
    'বুঝতে পারছি। | শুনে খারাপ লাগল। | দেখি কী করা যায়।',
    'ভালো প্রশ্ন। | এক মুহূর্ত, দেখছি। | একটু দেখে নিই।',
    'ঠিক আছে। | বুঝেছি। | এক মুহূর্ত।',
  ),
  zh: fillers(
    '太好了！ | 很高兴听到这个消息。 | 非常好。',
    '我明白。 | 很抱歉。 | 我看看能怎么解决。',
    '好问题。 | 请稍等，我查一下。 | 让我看看。',
    '好的。 | 明白了。 | 请稍等。',
  ),
  tl: fillers(
    'Ang galing! | Natutuwa akong marinig iyan. | Mabuti.',
    'Naiintindihan ko. | Pasensya na po. | Tingnan natin kung ano ang magagawa.',
    'Magandang tanong. | Sandali lang po, titingnan ko. | Tingnan ko po.',
    'Sige po. | Nakuha ko. | Sandali lang po.',
  ),
  he: fillers(
    'נהדר! | שמחתי לשמוע. | מצוין.',
    'מובן לי. | צר לי לשמוע. | נראה מה אפשר לעשות.',
    'שאלה טובה. | רגע, נבדוק את זה. | מיד נראה.',
    'בסדר. | הבנתי. | רגע אחד.',
  ),
  hi: fillers(
    'बहुत बढ़िया! | सुनकर अच्छा लगा। | बहुत अच्छा।',
    'आपकी बात समझ में आई। | यह सुनकर दुख हुआ। | देखते हैं क्या हो सकता है।',
    'अच्छा सवाल है। | एक क्षण, अभी देख लेते हैं। | ज़रा देख लूँ।',
    'ठीक है। | समझ में आ गया। | एक क्षण।',
  ),
  id: fillers(
    'Bagus sekali! | Senang mendengarnya. | Baik sekali.',
    'Saya mengerti. | Saya turut menyesal. | Coba saya lihat apa yang bisa dilakukan.',
    'Pertanyaan bagus. | Sebentar, saya periksa. | Coba saya lihat.',
    'Baik. | Saya paham. | Sebentar ya.',
  ),
  ja: fillers(
    'それは良かったです。 | 嬉しく思います。 | 素晴らしいですね。',
    'かしこまりました。 | 申し訳ございません。 | どうにかできるか確認いたします。',
    'ご質問ありがとうございます。 | 少々お待ちください、確認いたします。 | お調べします。',
    'はい。 | 承知しました。 | 少々お待ちください。',
  ),
  ko: fillers(
    '잘됐네요! | 그렇게 말씀해 주시니 기쁩니다. | 아주 좋습니다.',
    '이해합니다. | 죄송합니다. | 어떻게 할 수 있을지 살펴보겠습니다.',
    '좋은 질문입니다. | 잠시만요, 확인해 보겠습니다. | 한번 보겠습니다.',
    '네. | 알겠습니다. | 잠시만 기다려 주세요.',
  ),
  ms: fillers(
    'Bagus! | Gembira mendengarnya. | Sangat baik.',
    'Saya faham. | Saya minta maaf. | Mari lihat apa yang boleh dilakukan.',
    'Soalan yang bagus. | Sekejap, saya semak. | Biar saya lihat.',
    'Baik. | Saya faham. | Sekejap ya.',
  ),
  fa: fillers(
    'عالی است! | خوشحالم که می‌شنوم. | خیلی خوب.',
    'متوجهم. | متأسفم. | ببینم چه می‌شود کرد.',
    'سؤال خوبی است. | یک لحظه، بررسی می‌کنم. | اجازه بدهید ببینم.',
    'بسیار خب. | متوجه شدم. | یک لحظه.',
  ),
  th: fillers(
    'ยอดเยี่ยมเลย | ยินดีที่ได้ยินแบบนั้น | ดีมากเลย',
    'เข้าใจเลย | ขออภัยด้วยจริง ๆ | ขอดูก่อนว่าทำอะไรได้บ้าง',
    'เป็นคำถามที่ดี | สักครู่ ขอตรวจสอบก่อน | ขอดูสักครู่',
    'ได้เลย | เข้าใจแล้ว | รอสักครู่',
  ),
  tr: fillers(
    'Harika! | Bunu duyduğuma sevindim. | Çok güzel.',
    'Anlıyorum. | Bunun için üzgünüm. | Neler yapılabilir, bir bakayım.',
    'Güzel soru. | Bir dakika, kontrol ediyorum. | Hemen bakıyorum.',
    'Tamam. | Anladım. | Bir dakika lütfen.',
  ),
  ur: fillers(
    'بہت خوب! | سن کر خوشی ہوئی۔ | بہت اچھا۔',
    'آپ کی بات سمجھ میں آئی۔ | یہ سن کر افسوس ہوا۔ | دیکھتے ہیں کیا ہو سکتا ہے۔',
    'اچھا سوال ہے۔ | ایک لمحہ، ابھی دیکھ لیتے ہیں۔ | ذرا دیکھ لوں۔',
    'ٹھیک ہے۔ | سمجھ میں آ گیا۔ | ایک لمحہ۔',
  ),
  vi: fillers(
    'Tuyệt vời! | Rất vui khi nghe điều đó. | Tốt quá.',
    'Tôi hiểu. | Rất tiếc về điều đó. | Để tôi xem có thể làm gì.',
    'Câu hỏi hay. | Xin chờ một chút, tôi kiểm tra. | Để tôi xem.',
    'Vâng. | Tôi hiểu rồi. | Xin chờ một chút.',
  ),
} as const
