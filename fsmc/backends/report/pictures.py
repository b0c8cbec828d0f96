"""Screenshots for the report: smaller, as WebP, each stored once however often it is shown."""

from __future__ import annotations

import base64
import hashlib
from io import BytesIO

WIDTH = 900
QUALITY = 74


class Pictures:
    """The images of one report by their class name, in the order in which they were first shown."""

    def __init__(self) -> None:
        self._names: dict[bytes, str] = {}
        self._data: dict[str, str] = {}

    def show(self, image: bytes) -> str:
        """The class that shows `image` (PNG or any format that Pillow reads)."""
        digest = hashlib.sha256(image).digest()
        if digest not in self._names:
            name = f"p{len(self._names)}"
            self._names[digest] = name
            self._data[name] = base64.b64encode(_smaller(image)).decode()
        return self._names[digest]

    @property
    def styles(self) -> str:
        """A style rule for each image."""
        return "\n".join(
            f".{name}{{background-image:url(data:image/webp;base64,{data})}}"
            for name, data in self._data.items()
        )


def _smaller(image: bytes) -> bytes:
    """At most WIDTH wide. The same bytes for the same image and version of Pillow."""
    from PIL import Image

    with Image.open(BytesIO(image)) as opened:
        picture = opened.convert("RGB")
    if picture.width > WIDTH:
        height = max(1, round(picture.height * WIDTH / picture.width))
        picture = picture.resize((WIDTH, height), Image.Resampling.LANCZOS)
    out = BytesIO()
    picture.save(out, "WEBP", quality=QUALITY, method=4)
    return out.getvalue()
