export const demoReplies = {
  en: [
    'Thank you for telling us. We have spoken with the supplier, and the meeting point is marked now.',
    'We are glad that you had a good day, and have passed it on to your guide.',
    'We are sorry about the wait. The refund is on its way.',
  ],
  es: [
    'Gracias por contárnoslo. Hemos hablado con el proveedor y el punto de encuentro ya está señalizado.',
    'Nos alegra mucho; se lo hemos dicho a vuestra guía.',
    'Sentimos la espera. La devolución está en camino.',
  ],
} as const

/** The texts of the planted reviews: the same story again and again, and content that must not be published. */
export const demoCampaign = [
  'Absolutely amazing experience, the best tour in the whole city, the guide was fantastic and very friendly. Everybody should book this right now!',
  'Absolutely amazing experience, best tour in the whole city, our guide was fantastic and very friendly. Everybody should book it right now!',
  'Amazing experience, absolutely the best tour in the whole city! The guide was fantastic and very friendly. You should book this right now.',
  'An absolutely amazing experience, the best tour of the whole city, the guide was fantastic and friendly. Everyone should book this now!',
]
export const demoCopy =
  'Great value for money and very professional staff. We had a fantastic time and will tell all our friends about it. Highly recommended to everybody.'
export const demoSpam = [
  'Do not pay full price here! Cheaper tickets every day at www.best-tickets-4u.example.com, write to us on WhatsApp +34 600 000 111.',
  'I make 3000 a week from home, ask me how on Telegram, no experience needed.',
  'Discount codes for every attraction at https://half-price-tours.example.com, valid this week only.',
]
export const demoPersonal =
  'Our guide Laura was wonderful. You can book her directly at laura.guide@example.com or on +34 600 123 456 and pay less than here.'
