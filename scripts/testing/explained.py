"""What a picture leaves unexplained: styles without an entry in a legend and entries without anything drawn, axes whose
scale or unit nobody names, labels that are ragged or too long."""
import matplotlib.colors
from matplotlib.collections import Collection
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from drawing.style import SHADE


class Look:
    """Colour, dashes, marker and opacity of a line, or colour of an area."""

    def __init__(self, artist):
        self.is_area = isinstance(artist, Patch)
        colour = artist.get_facecolor() if self.is_area else edge(artist)
        self.alpha = artist.get_alpha() if artist.get_alpha() is not None else 1
        self.colour = matplotlib.colors.to_hex(colour)
        self.dashes = None if self.is_area else dashes(artist)
        self.marker = str(artist.get_marker()) if isinstance(artist, Line2D) else None

    def explains(self, other):
        if self.is_area != other.is_area:
            return False
        if self.is_area:
            return self.colour == other.colour
        if other.dashes is None:  # a mark alone: its form says what it is
            return self.marker == other.marker and self.dashes is None
        if other.alpha < 1 and self.alpha == other.alpha:  # pale lines mean the same in all colours
            return True
        return (self.colour, self.dashes, self.alpha) == (other.colour, other.dashes, other.alpha)

    def __str__(self):
        kind = "area" if self.is_area else f"line {self.dashes}, marker {self.marker}"
        return f"{kind}, {self.colour}, opacity {self.alpha}"


def edge(line):
    return line.get_edgecolor()[0] if isinstance(line, Collection) else line.get_color()


def is_contour(artist):
    return isinstance(artist, Collection) and len(artist.get_paths()) > 0 and not len(artist.get_facecolor())


def dashes(line):
    """Relative to the width, as patterns are given; None: there is no line."""
    if isinstance(line, Collection):  # a contour
        pattern, width = line.get_linestyle()[0][1], line.get_linewidth()[0]
    elif line.get_linestyle() in ("None", "none", " ", ""):
        return None
    else:
        pattern, width = line._dash_pattern[1], line.get_linewidth()
    return () if pattern is None else tuple(round(length / width, 3) for length in pattern)


def drawn(axes):
    """The artists of an axes that are seen and are no scenery; areas that its label explains are left out."""
    out = []
    for artist in [*axes.lines, *axes.patches, *filter(is_contour, axes.collections)]:
        if artist.get_gid() == "scenery" or not artist.get_visible():
            continue
        if isinstance(artist, Line2D) and not len(artist.get_xdata()):
            continue
        shaded = isinstance(artist, Patch) and Look(artist).colour == matplotlib.colors.to_hex(SHADE)
        if not (shaded and "shaded" in axes.get_ylabel()):
            out.append(artist)
    return out


def handles(figure):
    legends = [axes.get_legend() for axes in figure.axes] + figure.legends
    return [handle for legend in legends if legend for handle in legend.legendHandles]


def in_legends(figure):
    """Complaints about what is drawn against what legends say. One curve a panel needs no legend."""
    entries = [Look(handle) for handle in handles(figure)]
    seen = [[Look(artist) for artist in drawn(axes)] for axes in figure.axes]
    if not entries and all(len(looks) <= 1 for looks in seen):
        return []
    all_seen = [look for looks in seen for look in looks]
    out = [f"nothing explains: {look}" for look in all_seen if not any(entry.explains(look) for entry in entries)]
    return out + [f"nothing is drawn like: {entry}" for entry in entries if not any(map(entry.explains, all_seen))]


def of_axis(axis, scale, label):
    """Complaints about one axis: its scale has to be named, its unit and labels of one length."""
    out = []
    if scale == "symlog" and "linear within" not in label:
        out.append(f"'{label}' does not say that the axis is linear and logarithmic")
    if label and "[" not in label:
        out.append(f"'{label}' has no unit")
    if scale != "linear":
        return out
    if axis.get_offset_text().get_text():
        out.append(f"'{label}' has a factor in the corner: {axis.get_offset_text().get_text()}")
    texts = [text.get_text() for text in axis.get_ticklabels() if text.get_text()]
    if any(text.strip("−-").replace(".", "").isdigit() for text in texts):
        if len({len(text.partition(".")[2]) for text in texts}) > 1:
            out.append(f"'{label}' has ragged labels: {texts}")
        if any(len(text.strip("−-").partition(".")[0]) > 4 for text in texts):
            out.append(f"'{label}' has long labels, another unit would be shorter: {texts}")
    return out


def complaints(figure):
    figure.canvas.draw()
    out = in_legends(figure)
    for axes in figure.axes:
        if axes.axison:
            out += of_axis(axes.xaxis, axes.get_xscale(), axes.get_xlabel())
            out += of_axis(axes.yaxis, axes.get_yscale(), axes.get_ylabel())
    return list(dict.fromkeys(out))
