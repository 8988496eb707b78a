/** Sentences that reviews of the demo are made of. `{what}` is the subject. */
/** Sentences that reviews of the demo are made of. `{what}` is the subject. */
interface Bank {
  readonly titles: readonly string[]
  readonly begins: readonly string[]
  readonly middles: readonly string[]
  readonly ends: readonly string[]
}
type Mood = 'good' | 'mixed' | 'bad'
type Banks = Readonly<Record<Mood, Bank>>

const visitsInEnglish: Banks = {
  good: {
    titles: [
      'Worth every cent',
      'The best part of our trip',
      'Easy and well organised',
      'A wonderful guide',
      'Would book again',
      'Better than we hoped',
      'A perfect morning',
      'Lovely from start to finish',
    ],
    begins: [
      'We booked {what} two days before and everything worked.',
      'My mother had wanted to see this for years, and it did not disappoint.',
      'Scanned the ticket on my phone and we were inside within five minutes.',
      'Our guide met us exactly where the voucher said.',
      'I usually avoid tours, but this one I would do again.',
      'Three generations of us went, from six to seventy-four.',
      'We chose the first slot of the day and had the rooms almost to ourselves.',
      'It rained the whole day and we still had a great time.',
      'I was travelling alone and joined a friendly group of nine.',
      'This was a birthday present for my partner.',
    ],
    middles: [
      'The explanations were clear, funny in places, and never too long.',
      'Skipping the line saved us at least an hour in the sun.',
      'The children were given small tasks to do and stayed interested until the end.',
      'There was enough time to look around on our own afterwards.',
      'Staff at the entrance spoke good English and helped with the pushchair.',
      'The audio guide has good stories, not only dates.',
      'Our small group meant that everybody could ask questions.',
      'The views from the top are as good as the pictures promise.',
      'Even the locals in our group heard things that were new to them.',
      'The meeting point is easy to find next to the metro exit.',
      'We liked that the route keeps away from the most crowded halls.',
      'Lifts everywhere, so my father’s wheelchair was no trouble.',
    ],
    ends: [
      'Take a bottle of water and comfortable shoes.',
      'Book early: our day was sold out a week later.',
      'We would recommend it to anybody with half a day to spare.',
      'Five stars from all of us.',
      'Thank you for a day that we shall remember.',
      'The one thing that could be better is the café.',
      'Go in the late afternoon for the light.',
      'We have booked another one for our next stop already.',
    ],
  },
  mixed: {
    titles: ['Good, with a few hitches', 'Fine but crowded', 'Nice place, rushed tour', 'Mixed feelings'],
    begins: [
      'The place itself is beautiful, the organisation less so.',
      '{what} is worth seeing, but do not expect to be alone.',
      'A decent visit that was a little too short for the price.',
      'Half of it was great.',
    ],
    middles: [
      'We waited twenty minutes at the meeting point because another group was late.',
      'The headphones crackled, so we missed part of what was said.',
      'Two of the rooms were closed for restoration and nobody had told us.',
      'Our guide was kind but hurried through the last part.',
      'The time slot on the ticket was not checked at all, which makes you wonder why there is one.',
      'It was very full even though we had picked a weekday.',
    ],
    ends: [
      'Still glad that we went.',
      'For a lower price I would give four stars.',
      'Choose an early slot if you can.',
      'A clearer description would help.',
    ],
  },
  bad: {
    titles: ['Not what was described', 'Disappointing', 'Never again', 'Waited for nothing'],
    begins: [
      'Nobody was at the meeting point and nobody answered the phone.',
      'We were promised a small group and were forty people.',
      'The ticket did not work at the gate.',
      'I expected much more of {what}.',
    ],
    middles: [
      'After half an hour we gave up and bought tickets at the counter.',
      'The guide read everything from a sheet and did not know the answers to our questions.',
      'We were sent from one entrance to another three times.',
      'What is called a guided tour is a leaflet and a link to a recording.',
      'The bus was an hour late, so we saw half of what is in the programme.',
    ],
    ends: [
      'I have asked for my money back and am waiting.',
      'A pity, because the place deserves better.',
      'Save your money and go by yourself.',
      'Support was friendly, but that does not bring the afternoon back.',
    ],
  },
}

const visitsInSpanish: Banks = {
  good: {
    titles: [
      'Merece mucho la pena',
      'Lo mejor del viaje',
      'Todo muy bien organizado',
      'Un guía estupendo',
      'Repetiríamos sin dudarlo',
      'Una mañana perfecta',
    ],
    begins: [
      'Reservamos {what} con un par de días y todo fue rodado.',
      'Llegamos con los niños y en cinco minutos estábamos dentro.',
      'Nuestra guía nos esperaba justo donde decía el bono.',
      'Fue el regalo de aniversario de mis padres y volvieron encantados.',
      'Íbamos sin muchas expectativas y nos sorprendió.',
      'Elegimos el primer turno y casi no había gente.',
      'Llovió todo el día y aun así lo pasamos genial.',
      'Viajaba sola y el grupo fue muy agradable.',
    ],
    middles: [
      'Las explicaciones son claras y se hacen cortas.',
      'No hacer cola nos ahorró más de una hora.',
      'El personal fue amable y nos ayudó con el carrito.',
      'Tuvimos tiempo de sobra para verlo a nuestro aire después.',
      'El grupo era pequeño y se podía preguntar de todo.',
      'Las vistas desde arriba son espectaculares.',
      'La audioguía cuenta historias y no solo fechas.',
      'Hay ascensor en todas las plantas, así que la silla de ruedas no fue problema.',
      'El punto de encuentro se encuentra fácil, junto a la salida del metro.',
    ],
    ends: [
      'Llevad calzado cómodo y agua.',
      'Reservad con tiempo, que se agota.',
      'Lo recomendamos a cualquiera que tenga medio día libre.',
      'Gracias por un día inolvidable.',
      'Volveremos seguro.',
      'Lo único mejorable es la cafetería.',
    ],
  },
  mixed: {
    titles: ['Bonito, pero con prisas', 'Bien, aunque había mucha gente', 'Regular'],
    begins: [
      'El sitio es precioso, la organización no tanto.',
      '{what} vale la pena, pero esperad multitudes.',
      'Una visita correcta, algo corta para lo que cuesta.',
    ],
    middles: [
      'Esperamos veinte minutos porque otro grupo llegaba tarde.',
      'Los auriculares fallaban y nos perdimos parte de la explicación.',
      'Dos salas estaban cerradas por obras y nadie avisó.',
      'La guía fue simpática, pero corrió mucho al final.',
    ],
    ends: [
      'Aun así nos alegramos de haber ido.',
      'Con un precio más bajo le pondría cuatro estrellas.',
      'Mejor a primera hora.',
    ],
  },
  bad: {
    titles: ['Una decepción', 'No era lo que decía', 'No repetiría'],
    begins: [
      'No había nadie en el punto de encuentro y nadie cogía el teléfono.',
      'Prometían un grupo pequeño y éramos cuarenta.',
      'La entrada no funcionaba en el torno.',
    ],
    middles: [
      'A la media hora nos fuimos y compramos entradas en taquilla.',
      'El guía leía de un papel y no supo responder a nada.',
      'Nos mandaron de una puerta a otra tres veces.',
    ],
    ends: [
      'He pedido la devolución y sigo esperando.',
      'Una pena, porque el lugar merece mucho más.',
      'Id por vuestra cuenta.',
    ],
  },
}

const showsInEnglish: Banks = {
  good: {
    titles: ['What a night', 'Goosebumps', 'Loud, long, perfect', 'They still have it', 'Seats as described'],
    begins: [
      '{what} was the best evening of the year for us.',
      'We had waited for these tickets since last winter.',
      'Travelled four hours for this and would do it again.',
      'The whole place sang along from the first minute.',
      'I went for the support act and left a fan of everybody.',
    ],
    middles: [
      'The sound was clear even from the upper tier.',
      'Our e-tickets came two days before, and the gate took seconds.',
      'The seats were exactly where the map had shown them.',
      'Two hours and twenty minutes without a dull one.',
      'The crowd was friendly and the stewards had everything in hand.',
      'The light show alone was worth the price.',
      'They changed the order of the songs and it worked.',
    ],
    ends: [
      'See them while you can.',
      'Bring ear plugs for the children.',
      'We took the last train home with a smile.',
      'Already looking for the next date.',
      'The queue for drinks was the only thing to complain about.',
    ],
  },
  mixed: {
    titles: ['Great show, poor view', 'Good but short'],
    begins: [
      '{what} was good, the hall was not.',
      'The second half made up for a slow start.',
      'A solid evening without surprises.',
    ],
    middles: [
      'A pillar took a third of the stage away, which the ticket did not mention.',
      'The sound at the side was all bass.',
      'They played for barely seventy minutes.',
    ],
    ends: ['Pick seats in the middle.', 'Still a nice evening out.', 'I would pay half of it again.'],
  },
  bad: {
    titles: ['Postponed twice', 'Could not get in', 'Not worth the price'],
    begins: [
      'The tickets arrived an hour after the doors had opened.',
      'I had been looking forward to {what} for months.',
      'We were moved to other seats without a word.',
    ],
    middles: [
      'The screens were off and from where we sat nobody could see a thing.',
      'Half of the programme was cut because it began so late.',
      'At the gate they told us that the code had been used.',
    ],
    ends: ['Support did refund us in the end.', 'Never from this seller again.', 'Such a pity for the artists.'],
  },
}

const showsInSpanish: Banks = {
  good: {
    titles: ['Qué noche', 'Piel de gallina', 'Inolvidable', 'Sonido de diez'],
    begins: [
      '{what} fue lo mejor que hemos visto este año.',
      'Llevábamos meses con las entradas guardadas.',
      'Hicimos cuatro horas de coche y lo repetiríamos.',
      'Todo el recinto cantando desde el primer minuto.',
    ],
    middles: [
      'Se oía perfecto incluso desde arriba.',
      'Las entradas llegaron dos días antes y entramos en nada.',
      'Los asientos eran los del plano.',
      'Más de dos horas sin un momento flojo.',
      'El ambiente, inmejorable.',
    ],
    ends: [
      'Id si podéis.',
      'Ya estamos buscando la próxima fecha.',
      'Lo único malo, la cola de la barra.',
      'Gracias por una noche así.',
    ],
  },
  mixed: {
    titles: ['Bien, pero corto'],
    begins: ['{what} estuvo bien, el recinto no tanto.', 'La segunda parte compensó un inicio flojo.'],
    middles: ['Una columna nos tapaba parte del escenario.', 'Tocaron apenas setenta minutos.'],
    ends: ['Mejor butacas centrales.', 'Aun así, una buena noche.'],
  },
  bad: {
    titles: ['Mala organización'],
    begins: ['Las entradas llegaron cuando ya habían abierto las puertas.', 'Nos cambiaron de asiento sin avisar.'],
    middles: [
      'Las pantallas estaban apagadas y no se veía nada.',
      'En la puerta nos dijeron que el código ya se había usado.',
    ],
    ends: ['Al final nos devolvieron el dinero.', 'Una pena.'],
  },
}

export const demoBanks = {
  en: { visit: visitsInEnglish, show: showsInEnglish },
  es: { visit: visitsInSpanish, show: showsInSpanish },
} as const
export type DemoLanguage = keyof typeof demoBanks
