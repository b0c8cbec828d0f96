"""Simple things to draw, on a floor at height 290 of a 480 by 360 picture.

`L`, `M`, `D`, `W` stand for the light, middle and dark tone of the picture, and for white.
"""

from __future__ import annotations

OBJECTS: dict[str, str] = {
    "mug": (
        '<path d="M316 158h30a34 34 0 0 1 34 34v8a46 46 0 0 1-46 46h-24v-22h20a26 26 0 0 0 26-26v-4'
        'a16 16 0 0 0-16-16h-24z" fill="D"/>'
        '<path d="M150 128h172v118a44 44 0 0 1-44 44h-84a44 44 0 0 1-44-44z" fill="M"/>'
        '<path d="M150 128h172v118a44 44 0 0 1-44 44h-84a44 44 0 0 1-44-44z" fill="url(#shine)"/>'
        '<ellipse cx="236" cy="128" rx="86" ry="17" fill="D"/><ellipse cx="236" cy="131" rx="72" ry="11" fill="L"/>'
        '<path d="M206 96c-14-16 14-24 0-42M244 100c-14-16 14-24 0-42" fill="none" stroke="W" stroke-width="7" '
        'stroke-linecap="round" stroke-opacity=".8"/>'
    ),
    "tin": (
        '<rect x="158" y="104" width="164" height="186" rx="16" fill="M"/>'
        '<rect x="158" y="104" width="164" height="186" rx="16" fill="url(#shine)"/>'
        '<rect x="150" y="76" width="180" height="44" rx="14" fill="D"/>'
        '<rect x="180" y="152" width="120" height="92" rx="12" fill="W" fill-opacity=".92"/>'
        '<path d="M240 168c34 10 34 48 0 62-34-14-34-52 0-62z" fill="L"/>'
        '<path d="M240 176v50" stroke="D" stroke-width="4" stroke-linecap="round"/>'
    ),
    "strainer": (
        '<g transform="translate(10 44)"><rect x="300" y="140" width="132" height="20" rx="10" fill="D"/>'
        '<path d="M120 150h204a102 96 0 0 1-204 0z" fill="L"/>'
        '<path d="M120 150h204a102 96 0 0 1-204 0z" fill="url(#shine)"/>'
        '<path d="M140 166l142 70M126 182l118 64M190 156l122 54M162 236l142-70M134 208l142-58M200 246l116-54" '
        'stroke="D" stroke-width="3" stroke-opacity=".5"/><rect x="104" y="138" width="236" height="24" rx="12" fill="M"/></g>'
    ),
    "bottle": (
        '<rect x="214" y="52" width="52" height="40" rx="8" fill="D"/>'
        '<path d="M216 88h48v26c0 20 38 30 38 70v86a20 20 0 0 1-20 20h-84a20 20 0 0 1-20-20v-86c0-40 38-50 38-70z" fill="M"/>'
        '<path d="M216 88h48v26c0 20 38 30 38 70v86a20 20 0 0 1-20 20h-84a20 20 0 0 1-20-20v-86c0-40 38-50 38-70z" fill="url(#shine)"/>'
        '<rect x="178" y="188" width="124" height="66" fill="W" fill-opacity=".9"/>'
        '<rect x="198" y="206" width="84" height="9" rx="4" fill="M"/><rect x="212" y="226" width="56" height="8" rx="4" fill="L"/>'
    ),
    "book": (
        '<path d="M150 92a18 18 0 0 1 18-18h146v216H168a18 18 0 0 1-18-18z" fill="M"/>'
        '<path d="M150 92a18 18 0 0 1 18-18h146v216H168a18 18 0 0 1-18-18z" fill="url(#shine)"/>'
        '<path d="M168 258h146v32H168a16 16 0 0 1 0-32z" fill="W"/>'
        '<path d="M170 266h144M170 274h144M170 282h144" stroke="L" stroke-width="2"/>'
        '<rect x="186" y="108" width="98" height="14" rx="4" fill="W" fill-opacity=".9"/>'
        '<rect x="186" y="132" width="66" height="10" rx="4" fill="W" fill-opacity=".6"/>'
        '<path d="M280 258v46l-12-10-12 10v-46z" fill="D"/>'
    ),
    "box": (
        '<path d="M240 108l112 48v96l-112 48-112-48v-96z" fill="M"/><path d="M240 108l112 48-112 48-112-48z" fill="L"/>'
        '<path d="M240 204l112-48v96l-112 48z" fill="D"/>'
        '<path d="M184 132l112 48v34l-22 9v-33L162 142z" fill="W" fill-opacity=".55"/>'
    ),
    "bag": (
        '<path d="M190 136v-20a50 50 0 0 1 100 0v20" fill="none" stroke="D" stroke-width="14"/>'
        '<path d="M140 128h200l16 142a18 18 0 0 1-18 20H142a18 18 0 0 1-18-20z" fill="M"/>'
        '<path d="M140 128h200l16 142a18 18 0 0 1-18 20H142a18 18 0 0 1-18-20z" fill="url(#shine)"/>'
        '<circle cx="190" cy="156" r="7" fill="W"/><circle cx="290" cy="156" r="7" fill="W"/>'
    ),
    "shirt": (
        '<path d="M186 80l-78 42 24 62 30-12v118h156V172l30 12 24-62-78-42a56 46 0 0 1-108 0z" fill="M"/>'
        '<path d="M186 80l-78 42 24 62 30-12v118h156V172l30 12 24-62-78-42a56 46 0 0 1-108 0z" fill="url(#shine)"/>'
        '<path d="M186 80a56 46 0 0 0 108 0l-14-6a42 34 0 0 1-80 0z" fill="D"/>'
    ),
    "shoe": (
        '<path d="M104 176c30 14 62 4 82-20l86 62c26 12 88 10 104 40v14H104z" fill="M"/>'
        '<path d="M104 176c30 14 62 4 82-20l86 62c26 12 88 10 104 40v14H104z" fill="url(#shine)"/>'
        '<rect x="98" y="266" width="284" height="24" rx="12" fill="W"/><path d="M98 278h284" stroke="D" stroke-width="5"/>'
        '<path d="M204 178l-18 22M226 194l-18 22M248 210l-18 22" stroke="W" stroke-width="7" stroke-linecap="round"/>'
    ),
    "lamp": (
        '<path d="M186 76h108l48 104H138z" fill="L"/><path d="M186 76h108l48 104H138z" fill="url(#shine)"/>'
        '<rect x="232" y="180" width="16" height="92" fill="D"/><path d="M184 290a56 22 0 0 1 112 0z" fill="M"/>'
        '<path d="M138 180h204" stroke="M" stroke-width="8" stroke-linecap="round"/>'
    ),
    "plant": (
        '<path d="M240 208C180 200 150 150 156 96c52 6 84 52 84 112z" fill="M"/>'
        '<path d="M240 208c60-8 90-58 84-112-52 6-84 52-84 112z" fill="D"/>'
        '<path d="M240 208c-28-40-28-96 0-140 28 44 28 100 0 140z" fill="L"/>'
        '<path d="M172 204h136l-16 86H188z" fill="W"/><path d="M172 204h136l-4 22H176z" fill="L"/>'
    ),
    "chair": (
        '<rect x="164" y="72" width="152" height="118" rx="26" fill="M"/><rect x="164" y="72" width="152" height="118" rx="26" fill="url(#shine)"/>'
        '<rect x="148" y="178" width="184" height="44" rx="18" fill="D"/>'
        '<path d="M176 222l-14 68M304 222l14 68" stroke="D" stroke-width="12" stroke-linecap="round"/>'
    ),
    "phone": (
        '<rect x="170" y="58" width="140" height="232" rx="24" fill="D"/><rect x="180" y="70" width="120" height="208" rx="15" fill="L"/>'
        '<rect x="180" y="70" width="120" height="208" rx="15" fill="url(#shine)"/>'
        '<rect x="214" y="78" width="52" height="9" rx="4.5" fill="D"/><circle cx="240" cy="176" r="30" fill="W" fill-opacity=".8"/>'
    ),
    "laptop": (
        '<rect x="130" y="92" width="220" height="152" rx="14" fill="D"/><rect x="142" y="104" width="196" height="128" rx="6" fill="L"/>'
        '<rect x="142" y="104" width="196" height="128" rx="6" fill="url(#shine)"/>'
        '<path d="M96 250h288l-10 30a14 14 0 0 1-13 10H119a14 14 0 0 1-13-10z" fill="M"/><rect x="206" y="250" width="68" height="10" rx="5" fill="D"/>'
    ),
    "headphones": (
        '<path d="M130 222v-20a110 110 0 0 1 220 0v20" fill="none" stroke="D" stroke-width="18"/>'
        '<rect x="110" y="198" width="56" height="92" rx="24" fill="M"/><rect x="314" y="198" width="56" height="92" rx="24" fill="M"/>'
        '<rect x="110" y="198" width="56" height="92" rx="24" fill="url(#shine)"/><rect x="314" y="198" width="56" height="92" rx="24" fill="url(#shine)"/>'
    ),
    "camera": (
        '<path d="M186 116l16-28h76l16 28h54a22 22 0 0 1 22 22v130a22 22 0 0 1-22 22H132a22 22 0 0 1-22-22V138a22 22 0 0 1 22-22z" fill="M"/>'
        '<path d="M110 160h260v70H110z" fill="D"/><circle cx="240" cy="202" r="62" fill="W"/><circle cx="240" cy="202" r="50" fill="D"/>'
        '<circle cx="240" cy="202" r="30" fill="L"/><circle cx="226" cy="188" r="10" fill="W"/>'
    ),
    "clock": (
        '<circle cx="240" cy="178" r="112" fill="M"/><circle cx="240" cy="178" r="92" fill="W"/>'
        '<path d="M240 112v66l42 28" fill="none" stroke="D" stroke-width="11" stroke-linecap="round" stroke-linejoin="round"/>'
        '<path d="M240 96v10M240 250v10M158 178h10M312 178h10" stroke="L" stroke-width="7" stroke-linecap="round"/>'
    ),
    "bowl": (
        '<path d="M116 160h248a124 124 0 0 1-84 118v12h-80v-12a124 124 0 0 1-84-118z" fill="M"/>'
        '<path d="M116 160h248a124 124 0 0 1-84 118v12h-80v-12a124 124 0 0 1-84-118z" fill="url(#shine)"/>'
        '<ellipse cx="240" cy="160" rx="124" ry="22" fill="D"/><ellipse cx="240" cy="163" rx="106" ry="15" fill="L"/>'
    ),
    "fruit": (
        '<path d="M240 132c34-30 112-18 112 62 0 62-48 100-76 96-20-4-28-8-36-8s-16 4-36 8c-28 4-76-34-76-96 0-80 78-92 112-62z" fill="M"/>'
        '<path d="M240 132c34-30 112-18 112 62 0 62-48 100-76 96-20-4-28-8-36-8s-16 4-36 8c-28 4-76-34-76-96 0-80 78-92 112-62z" fill="url(#shine)"/>'
        '<path d="M240 134c0-30 10-48 30-62" fill="none" stroke="D" stroke-width="10" stroke-linecap="round"/>'
        '<path d="M262 100c10-28 44-34 66-24-8 26-38 38-66 24z" fill="L"/>'
    ),
    "cake": (
        '<path d="M130 196h220v94H130z" fill="M"/><path d="M130 196h220v94H130z" fill="url(#shine)"/>'
        '<path d="M130 196h220v26c-18 20-37 20-55 0-18 20-37 20-55 0-18 20-37 20-55 0-18 20-37 20-55 0z" fill="W"/>'
        '<rect x="234" y="128" width="12" height="68" rx="6" fill="L"/><path d="M240 92c18 20 10 34 0 34s-18-14 0-34z" fill="D"/>'
    ),
    "bread": (
        '<path d="M124 170c0-58 232-58 232 0 0 22-14 30-14 30v78a12 12 0 0 1-12 12H150a12 12 0 0 1-12-12v-78s-14-8-14-30z" fill="M"/>'
        '<path d="M146 176c0-38 188-38 188 0 0 16-14 22-14 22v70H160v-70s-14-6-14-22z" fill="L"/>'
        '<path d="M196 190l-14 30M242 190l-14 30M288 190l-14 30" stroke="W" stroke-width="8" stroke-linecap="round" stroke-opacity=".7"/>'
    ),
    "plane": (
        '<path d="M92 210c60-6 150-40 220-96 26-20 62-24 74-12s6 44-16 66c-70 64-196 92-270 76z" fill="W"/>'
        '<path d="M214 186l-74-76 34-8 116 54zM238 226l-12 84 28-20 52-108z" fill="M"/><path d="M100 214l-30-42 24-4 52 38z" fill="D"/>'
        '<circle cx="350" cy="122" r="9" fill="D"/>'
    ),
    "bed": (
        '<rect x="104" y="118" width="272" height="98" rx="18" fill="D"/><rect x="128" y="150" width="96" height="60" rx="16" fill="W"/>'
        '<rect x="256" y="150" width="96" height="60" rx="16" fill="W"/><path d="M96 204h288v62a10 10 0 0 1-10 10H106a10 10 0 0 1-10-10z" fill="M"/>'
        '<path d="M96 204h288v26H96z" fill="L"/><path d="M116 276v14M364 276v14" stroke="D" stroke-width="14" stroke-linecap="round"/>'
    ),
    "house": (
        '<path d="M136 176L240 84l104 92v114H136z" fill="L"/><path d="M112 186L240 74l128 112" fill="none" stroke="D" stroke-width="18" '
        'stroke-linecap="round" stroke-linejoin="round"/><rect x="212" y="212" width="56" height="78" rx="6" fill="M"/>'
        '<rect x="158" y="190" width="38" height="38" rx="5" fill="W"/><rect x="284" y="190" width="38" height="38" rx="5" fill="W"/>'
    ),
    "car": (
        '<path d="M96 226c0-24 18-32 44-36l38-50a26 26 0 0 1 20-10h94a30 30 0 0 1 24 12l34 48c26 4 38 18 38 42v22a12 12 0 0 1-12 12H108a12 12 0 0 1-12-12z" fill="M"/>'
        '<path d="M170 188l26-36a10 10 0 0 1 8-4h32v40zM250 148h36a12 12 0 0 1 10 5l26 35h-72z" fill="W" fill-opacity=".85"/>'
        '<circle cx="158" cy="262" r="30" fill="D"/><circle cx="158" cy="262" r="13" fill="W"/><circle cx="324" cy="262" r="30" fill="D"/><circle cx="324" cy="262" r="13" fill="W"/>'
    ),
    "person": (
        '<path d="M112 290a128 104 0 0 1 256 0z" fill="M"/><path d="M112 290a128 104 0 0 1 256 0z" fill="url(#shine)"/>'
        '<circle cx="240" cy="134" r="58" fill="L"/><path d="M182 128a58 58 0 0 1 116 0c-30 4-50-10-60-26-12 18-30 26-56 26z" fill="D"/>'
    ),
    "letter": (
        '<rect x="112" y="118" width="256" height="172" rx="16" fill="W"/><path d="M112 136l128 92 128-92v-2a16 16 0 0 0-16-16H128a16 16 0 0 0-16 16z" fill="L"/>'
        '<path d="M112 136l128 92 128-92" fill="none" stroke="M" stroke-width="6" stroke-linejoin="round"/>'
    ),
    "ball": (
        '<circle cx="240" cy="180" r="110" fill="M"/><circle cx="240" cy="180" r="110" fill="url(#shine)"/>'
        '<path d="M240 70v220M130 180h220M162 102c60 44 60 112 0 156M318 102c-60 44-60 112 0 156" fill="none" stroke="D" stroke-width="6" stroke-opacity=".6"/>'
    ),
    "bike": (
        '<circle cx="154" cy="226" r="62" fill="none" stroke="D" stroke-width="12"/><circle cx="326" cy="226" r="62" fill="none" stroke="D" stroke-width="12"/>'
        '<path d="M154 226l52-92h88l32 92M206 134l44 92h-96M250 226l44-92M286 110h36M190 122h36" fill="none" stroke="M" stroke-width="12" '
        'stroke-linecap="round" stroke-linejoin="round"/>'
    ),
    "pen": (
        '<path d="M300 76l52 52-160 160-70 18 18-70z" fill="M"/><path d="M300 76l52 52-20 20-52-52z" fill="D"/><path d="M140 236l52 52-70 18z" fill="W"/>'
        '<path d="M122 306l8-30 22 22z" fill="D"/>'
    ),
}  # fmt: skip

KEYWORDS: dict[str, str] = {
    word: name
    for name, words in {
        "tin": "tea matcha leaf spice cocoa chai sencha jar tin can candle",
        "mug": "mug cup espresso coffee latte cappuccino",
        "strainer": "strainer sieve infuser pan skillet",
        "bottle": "bottle oil wine juice water vinegar soap shampoo lotion syrup beer sauce flask thermos",
        "book": "book notebook novel journal diary guide album planner",
        "box": "box package parcel crate kit set bundle gift",
        "bag": "bag tote backpack purse rucksack basket",
        "shirt": "shirt tee sweater hoodie jacket coat jumper blouse cardigan",
        "shoe": "shoe sneaker boot trainer sandal runner",
        "lamp": "lamp light lantern",
        "plant": "plant flower fern cactus succulent herb seed basil",
        "chair": "chair stool armchair sofa seat bench couch",
        "phone": "phone mobile smartphone handset",
        "laptop": "laptop computer monitor keyboard screen tablet",
        "headphones": "headphone earphone headset earbud speaker",
        "camera": "camera lens photo",
        "clock": "clock watch timer alarm",
        "bowl": "bowl plate dish salad soup teapot kettle pot",
        "fruit": "apple fruit pear peach plum orange lemon honey",
        "cake": "cake tart pie dessert muffin cookie chocolate",
        "bread": "bread loaf toast bagel croissant roll sandwich",
        "plane": "plane flight airline airways",
        "bed": "bed room suite hotel pillow blanket duvet single double twin",
        "house": "house home cottage cabin villa apartment flat",
        "car": "car taxi van truck",
        "person": "person user avatar profile guest",
        "letter": "letter mail message envelope card",
        "ball": "ball football basketball yoga",
        "bike": "bike bicycle cycle",
        "pen": "pen pencil brush marker",
    }.items()
    for word in words.split()
}
"""Which thing a word means."""
