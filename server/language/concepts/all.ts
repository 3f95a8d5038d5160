import type { ConceptEntry } from '../concepts.ts'
import actions from './actions.json' with { type: 'json' }
import animals from './animals.json' with { type: 'json' }
import clothingAndBeauty from './clothing-and-beauty.json' with { type: 'json' }
import foodAndDrink from './food-and-drink.json' with { type: 'json' }
import goodsAndOrders from './goods-and-orders.json' with { type: 'json' }
import healthAndBody from './health-and-body.json' with { type: 'json' }
import homeAndGarden from './home-and-garden.json' with { type: 'json' }
import lawAndRules from './law-and-rules.json' with { type: 'json' }
import learningAndCulture from './learning-and-culture.json' with { type: 'json' }
import lodgingAndEvents from './lodging-and-events.json' with { type: 'json' }
import moneyAndPayment from './money-and-payment.json' with { type: 'json' }
import peopleAndAges from './people-and-ages.json' with { type: 'json' }
import placesAndTravel from './places-and-travel.json' with { type: 'json' }
import qualities from './qualities.json' with { type: 'json' }
import sportsAndLeisure from './sports-and-leisure.json' with { type: 'json' }
import technology from './technology.json' with { type: 'json' }
import timeAndBooking from './time-and-booking.json' with { type: 'json' }
import vehicles from './vehicles.json' with { type: 'json' }
import workAndCompany from './work-and-company.json' with { type: 'json' }

/** The lexicon: concepts by id, in English, German, French and Spanish. */
export const concepts: Readonly<Record<string, ConceptEntry>> = {
  ...actions,
  ...animals,
  ...clothingAndBeauty,
  ...foodAndDrink,
  ...goodsAndOrders,
  ...healthAndBody,
  ...homeAndGarden,
  ...lawAndRules,
  ...learningAndCulture,
  ...lodgingAndEvents,
  ...moneyAndPayment,
  ...peopleAndAges,
  ...placesAndTravel,
  ...qualities,
  ...sportsAndLeisure,
  ...technology,
  ...timeAndBooking,
  ...vehicles,
  ...workAndCompany,
}
