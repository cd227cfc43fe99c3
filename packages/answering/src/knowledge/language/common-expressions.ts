/**
 * How customers say what articles call by its name, by language: the first list is looked for as the second, and not the
 * other way round. They hold in every shop; what is only an inbox's own belongs into its synonyms (synonyms-file.ts).
 */

export interface Expression {
  /** Words or short phrases, in any form: "sent it back" is "send back". */
  readonly wordings: readonly string[];
  /** Words or short phrases that articles use. */
  readonly meant: readonly string[];
}

/** One expression per line: `wording, wording = meaning, meaning`. */
function expressions(lines: string): readonly Expression[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const [wordings = '', meant = ''] = line.split('=');
      const list = (text: string) => text.split(',').map((each) => each.trim());
      return { wordings: list(wordings), meant: list(meant) };
    });
}

export const COMMON_EXPRESSIONS: Readonly<Record<string, readonly Expression[]>> = {
  en: expressions(`
    dont want, don t want, do not want, no longer want, dont need, don t need, no longer need, not need, regret, second thoughts, rid of, not happy with, not satisfied, dont like, don t like, doesnt suit, doesn t suit, not my style, not what i expected, returnable, refundable = return, cancel
    doesnt fit, doesn t fit, dont fit, don t fit, didnt fit, didn t fit, not fit, too tight, too loose, too long, too short, too wide, too narrow, wrong size, other size, wrong colour, wrong color, other colour, other color, another colour, another color, different colour, different color, trade, switch, swap = exchange, size
    pay back, paid back, repay, repaid, cash back, my cash, see my money, money yet, money returned, credited, credit back, my refund, owe me = refund, money
    where is my stuff, where are my, wheres my order, wheres my parcel, wheres my package, where s my order, where s my parcel, where s my package, still waiting, taking so long, take so long, been waiting, late, overdue, delayed, delay, held up, stuck, no movement, not moved, hasn t moved, hasnt moved, not updated, no update, on its way, whereabouts, locate = track, parcel
    never came, never arrived, never showed up, didnt arrive, didn t arrive, not arrived, hasnt arrived, hasn t arrived, not come, hasnt come, hasn t come, vanished, disappeared, nowhere to be found, nowhere to be seen, went missing, gone missing, thief, thieves, robbed, swiped = lost, parcel
    break off, broke off, come apart, came apart, fall apart, fell apart, come loose, come undone, came undone, worn out, wear out, wore out, detached, split open, burst = broken, fault, repair, warranty
    smashed, crushed, cracked, ripped, scratched, dented, stained, snapped, shattered, bent, soiled = damaged, broken
    not the one i ordered, not what i ordered, isn t what i ordered, different item, different product, incorrect item, someone else s, somebody else s = wrong item, wrong
    sew, stitch, patch, restore, refurbish, glue = repair
    stitching, stitches = seam
    bottoms, tread, heel = sole
    pricey, costly, steep, how expensive, set me back, what do you charge, total, sum, amount = cost, price
    postage, mailing, mail out, ship out, send out, send it to, send to, send things to, send stuff to, get it to, bring it to, freight, transport, carriage = ship, deliver
    turn up, show up, get here, reach me, be here, be with me, come to me, arrive = deliver, delivery
    urgent, urgently, asap, in a hurry, hurry, quicker, quickest, faster, fastest, fast track, next day, overnight, rush, priority, sooner = express, delivery time
    deadline, cut off, how late, until when, by when, latest, last day = day, time
    miss the delivery, missed the delivery, missed delivery, missed the courier, out when, away when, not in when, no one home, noone home, nobody home, no one is home, at the office, on vacation, on holiday = nobody is at home, courier
    postman, mailman, driver, van, delivery guy, delivery man, delivery person, dhl, ups, fedex, dpd, gls, hermes = courier
    doorstep, front door, porch, letterbox, mailbox, left outside, concierge = neighbour, delivered
    pick up, picked up, collect, fetch, click and collect = pickup
    in person, brick and mortar, physical, branch, boutique, showroom, outlet, premises, high street = store
    drop by, come by, stop by, pop in, walk in, visit = store
    directions, get there, bus, tram, metro, train, parking = store, getting there
    times, closing, shut, close, business hours, what time = opening hours, open
    get in touch, reach you, reach someone, reach somebody, speak to, talk to, get hold of, hotline, helpline, customer service, customer care, customer support, support team, ring you, ring up, give you a call = contact, phone, email
    weekend, weekends = saturday, sunday
    furious, angry, upset, disappointed, dissatisfied, disgusted, appalled, fed up, terrible service, bad service, poor service, awful, manager, in charge, escalate = complaint
    opinion, rate, rating, stars, comment, testimonial = review
    coupon, promo, voucher, promotion, percent off, money off, deal, offer code = discount code, discount
    gift voucher, gift certificate, store credit, shop credit = gift card
    run out, expiry, expiration, good for, lapse = valid, end
    cheaper now, lower now, went down, price drop, drop in price, dropped, price match, beat the price, match the price, competitor, markdown, bargain, clearance, black friday = reduce, cheaper, sale
    declined, rejected, bounced, go through, went through, timed out, error message, blocked = fail, payment fail
    debit, deduct, taken from my account, billed, withdrawn, reserved = charge
    instalment, instalments, installment, installments, split the payment, pay later, buy now pay later, monthly payments = klarna, pay later
    cash, cheque, check, bitcoin, crypto, cod = cash on delivery, cheque, cryptocurrency
    visa, mastercard, amex, credit card, debit card, bank card = card
    proof of purchase, receipt, bill, tax return, bookkeeping, accountant, accounting, expense report, expenses = invoice
    tax, taxes, mwst, sales tax = vat
    overseas, across the atlantic, across the ocean, another country, other countries, foreign, outside europe, outside the eu = international, abroad, country
    london, scotland, wales, england, uk, britain, british = united kingdom
    oslo, bergen = norway
    zurich, geneva, basel, bern = switzerland
    berlin, munich, hamburg, cologne = germany
    amsterdam, rotterdam, holland = netherlands
    new york, california, florida, texas, usa, us, america = united states
    toronto, vancouver = canada
    login, log in, log on, sign in, signing in, locked out, credentials, cant get in, can t get in, passcode = password, account
    register, registration, sign up, join, membership, member, profile, user = account, open account
    as a guest, without an account, without registering, without signing up = guest
    erase, wipe, remove my, forget me, right to be forgotten, gdpr, dsgvo, close my account, deactivate = delete data, privacy
    know about me, know about us, personal information, personal details, information about me, my details, information do you store, hold about me = data, privacy
    spam, spamming, mailing list, promotional emails, promotional mails, marketing emails, ads, advertising, advertisements, stop emailing, stop sending me, opt out = newsletter, unsubscribe
    phishing, scam, scammer, suspicious, fishy, dodgy, hacked, hacker, impersonate, pretending, fraudulent, counterfeit, legit, legitimate, trust this = fake, fraud, strange message
    charge i don t recognise, charge i dont recognise, unknown charge, unauthorised, unauthorized, not mine, did not buy, didnt buy, didn t buy, never bought, never ordered, didnt order, didn t order = purchase you don t know
    out of stock, unavailable, not available, isn t available, not in stock, back in, available again, in stock again, restock, restocked, replenish, come back = sold out, back in stock
    notify, alert, let me know, tell me, inform me, ping me, waiting list, waitlist, reminder = sold out, tell me
    discontinued, older model, old model, previous model, last year s = older model, no longer made
    preorder, pre order, reserve, put aside, hold it for me, set aside = pre order, put aside
    bulk, wholesale, large quantity, large order, group order, school, club, association, b2b, corporate, colleagues = company, team
    emblem, crest, print, printed, embroidery, branding = logo
    birthday, mother s day, father s day, anniversary, wedding, surprise = present, gift
    gift wrap, wrapping paper, wrapped up, ribbon, greeting card = gift wrapping
    xmas, under the tree, santa, advent = christmas
    bank holiday, public holiday, new year, new year s eve, easter, boxing day = holiday, closed
    made in, manufactured, manufacture, produced, factory, factories, sewn, sweatshop, working conditions = made, workshop
    environment, eco friendly, green, planet, carbon footprint, ethical, ethically, climate = sustainability, recycle
    leather free, animal free, cruelty free, plant based, animals = vegan
    throw away, dispose, bin, get rid of old = recycle, send old shoes back
    laundry, laundered, washing machine, machine washable, tumble dryer, spin, clean up, get clean, stain, stains, dirt, dirty, smell, smelly, stink, sweat, sweaty, look after, take care of, treat, maintain, maintenance, freshen = wash, clean, care
    shrink, shrunk, shrank, felted = wash, shape
    pilling, bobbly, fuzz, fuzzy, fluff = bobble
    grease, oil, polish, cream, dubbin, balm = wax
    bead, beads, beading, repel, repellent, water resistant, keep dry, keep water out, keeps water out, gets through = water repellency, waterproof
    soaked, soaking, drenched, dripping, downpour, puddle, rained on = soaked, wet
    bugs, insects, larvae, eaten = moth
    footbed, footbeds, inner sole, inlay, arch support, orthopaedic, orthopedic = insole, orthotics
    shoelace, shoelaces, shoestring = laces
    rub, rubbing, chafe, sore, painful, pain, ache = hurt, blister
    creak, squeak, noise, noisy = squeak
    broad, chunky, bunion, toes squashed = wide
    slim, skinny, slender = narrow
    slip, slips, slide, slides, heel lift = slip
    stretch, expand, give over time, loosen = leather gives, widen
    chart, table, measurements, dimensions, inches, centimetres, centimeters, millimetres = size
    size up, size down, small or large, run small, run large, run big, true to size, half size, in between = size, between two sizes
    tall, long arms, long legs, short arms, petite = tall and short
    chest, bust, torso = chest
    cabin, carry on, on board, plane, flight, aeroplane, airplane = hand luggage
    bag = backpack, pack
    litre, liter, capacity, volume = litres
    hiking trip, overnight, weekend trip, two day, camping trip = weekend, hut
    break in, break them in, breaking in, get used to, stiff = break in
    wheelchair, step free, accessible, disabled, stroller, pram, ramp = step free entrance
    pet, pets, puppy = dog
    husband, wife, friend, roommate, flatmate, partner, somebody else, someone else, on my behalf = somebody else
    wrong address, moved house, moved, house number, postcode, zip code, postal code, typo in the address = address
    twice by mistake, by mistake, by accident, accidentally, ordered twice, undo, stop it, call off = cancel, change
    add something, add another, one more item, include another = add items
  `),
  de: expressions(`
    gefällt nicht, gefallen nicht, passt nicht, passen nicht, zu klein, zu groß, zu eng, zu weit, doch nicht, nicht mehr haben, loswerden, zurückbringen, zurücknehmen, nehmt zurück, zurück geben, zurück schicken = zurückgeben, Rückgabe
    Geld wieder, mein Geld, Gutschrift, überwiesen, Rückerstattung, zurückbekommen, zurückgezahlt, auf dem Konto = Erstattung, erstatten
    ankommt, kommt an, angekommen, da ist, wann da, unterwegs, geliefert = Lieferung, dauert
    daheim, zuhause, nicht da, niemand da, auf Arbeit, im Urlaub, verpasst, Nachbar, Briefträger, Postbote = zu Hause, niemand
    wo ist mein Paket, wo ist meine Bestellung, wo bleibt mein Paket, wo bleibt meine Bestellung, verfolgen, Sendungsnummer, Trackingnummer, Status = Sendungsverfolgung, Paket
    versandkostenfrei, portofrei, Porto, Versandgebühr, Mindestbestellwert, ab welchem Betrag = Versand, kostenlos
    Eilversand, schneller, morgen schon, dringend = Express
    rückgängig, rückgängig machen, zurückziehen, absagen, storno, doppelt bestellt, aus Versehen = stornieren
    Kauf, Order, Auftrag, Einkauf = Bestellung
    falsche Adresse, umgezogen, Hausnummer, Postleitzahl, Anschrift, Lieferadresse = Adresse
    Ratenzahlung, später bezahlen, auf Raten = Klarna, Rechnung
    Barzahlung, bar, bar bezahlen = Nachnahme
    Bitcoin, Krypto = Kryptowährung
    abgelehnt, klappt nicht, funktioniert nicht, fehlgeschlagen, abgebucht, belastet = Zahlung, Karte
    Quittung, Beleg, Kaufbeleg, Kassenbon, Buchhaltung, Steuererklärung = Rechnung
    Steuer, Umsatzsteuer, MwSt = Mehrwertsteuer
    geht auf, löst sich, gelöst, abgegangen, abgefallen, gerissen, kaputtgegangen, undicht, Mangel, reklamieren, Reklamation = Garantie, Fehler
    flicken, nähen, erneuern, austauschen, neu besohlen, Absatz = Reparatur
    Garantiezeit, Gewährleistung = Garantie
    nass, durchnässt, trocknen, feucht = trocknen
    einfetten, fetten, wachsen, eincremen, cremen, putzen, säubern = pflegen, Wachs
    regenfest, dicht machen, wasserfest, wasserabweisend = imprägnieren
    fallen groß, fallen klein, kleiner aus, größer aus, eine Nummer größer, eine Nummer kleiner, welche Nummer, zwischen zwei = Größe
    länge, abmessen, ausmessen, messe = messen, Fuß
    schmale, enge, weite, breiter, breite = schmal, breit
  `),
  fr: expressions(`
    rendre, ramener, ne me va pas, ne me plaît pas, trop petit, trop grand, changé d avis, reprendre, reprenez = retourner, retour
    mon argent, sous, récupérer, remboursé = remboursement, rembourser
    pas reçu, jamais arrivé, toujours pas, en retard, perdu, où en est ma commande = colis, suivi
    arrive, reçois, recevoir, combien de jours = livraison
    offerte, offert, gratuit, gratuite, à partir de combien = gratuite
    expédition, envoi, port = livraison
    rapide, urgent, plus vite, demain = express
    carte bleue, cb, espèces, virement, chèque, bitcoin = payer, carte
    débité, prélevé, prélèvement = carte débitée
    reçu, justificatif, note = facture
    taxe, taxes = TVA
    grandeur, taillent, taille grand, taille petit, entre deux = pointure
    larges, étroits, fins = pieds, large
    longueur, centimètres = mesurer
  `),
};
