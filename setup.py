"""The package list, which needs code: some folders of the repository are sub-packages of `fsmc`."""

from setuptools import find_packages, setup

MAPPED = ("grammars", "templates", "worlds", "agents", "training")
DATA = (
    "lark",
    "json",
    "jsonl",
    "bin",
    "j2",
    "html",
    "css",
    "js",
    "mjs",
    "svg",
    "png",
    "fsm",
    "csv",
    "md",
)

packages = find_packages(include=["fsmc", "fsmc.*"])
for folder in MAPPED:
    packages.append(f"fsmc.{folder}")
    packages += [f"fsmc.{folder}.{name}" for name in find_packages(folder)]

setup(
    packages=packages,
    package_dir={"fsmc": "fsmc", **{f"fsmc.{folder}": folder for folder in MAPPED}},
    package_data={
        package: [pattern for end in DATA for pattern in (f"*.{end}", f"**/*.{end}")]
        for package in ["fsmc", *(f"fsmc.{folder}" for folder in MAPPED)]
    },
    include_package_data=False,
)
